"""Judged payment cases: from the case format to problems of the library, and back to answers."""
