# One image for every process of an installation: pages, sockets, workers, migrations.

FROM python:3.13-slim-trixie AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /srv/duplicata
# or requirements-observation.lock: reports of errors and traces
ARG LOCK=requirements.lock
COPY ${LOCK} ./
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r ${LOCK}
ENV PATH=/opt/venv/bin:$PATH
COPY . .
# The settings for tools need no secret; nothing of them stays in the image.
RUN DJANGO_SETTINGS_MODULE=config.development STATIC_MANIFEST=1 STATIC_ROOT=/srv/static \
    python manage.py collectstatic --noinput --verbosity 0 \
    && DJANGO_SETTINGS_MODULE=config.development LEXICON_DIR=/srv/lexicon python -m config.lexicon \
    && python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/venv/lib /srv/duplicata

FROM python:3.13-slim-trixie
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin duplicata
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv /srv
# Imported lexica are compiled there, by whichever process needs them first; archives are backed up.
RUN mkdir /srv/backups && chown -R duplicata /srv/lexicon /srv/backups /srv/static
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    STATIC_ROOT=/srv/static \
    LEXICON_DIR=/srv/lexicon
WORKDIR /srv/duplicata
USER duplicata
EXPOSE 8000
CMD ["python", "-m", "config.serve", "--host", "0.0.0.0", "--port", "8000"]
