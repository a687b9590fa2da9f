"""Static files with the hash of their content in the name, so that browsers keep them."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # untyped
    """Also rewrites the imports between ES modules to the hashed names."""

    support_js_module_import_aggregation = True
