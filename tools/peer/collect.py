"""Collects this host with insights-core, all lines of everything.

usage: collect.py FILE OPTIONS...

FILE     a JSON object: by name of spec what to list, which insights-core takes from the filters of rules
OPTIONS  those of insights.collect
"""

import json
import os
import sys

os.environ["INSIGHTS_FILTERS_ENABLED"] = "False"

from insights.core import filters  # noqa: E402

with open(sys.argv[1]) as file:
    LISTED = json.load(file)


def get_filters(component, with_matches=False):
    """What to list; nothing where it is asked which lines to keep, with how often each filter may match."""
    return {} if with_matches else set(LISTED.get(getattr(component, "__name__", ""), []))


# Modules take it by name when they are loaded, so it is there before insights.collect loads them.
filters.get_filters = get_filters

from insights import collect  # noqa: E402

del sys.argv[1]
collect.main()
