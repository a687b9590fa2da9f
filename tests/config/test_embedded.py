import pytest


@pytest.mark.django_db
def test_database_answers():
    from django.db import connection

    with connection.cursor() as c:
        assert c.execute("select 1").fetchone() == (1,)
