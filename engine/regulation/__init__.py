"""The editions of the regulation: values, articles, citations."""
