"""Runs every parser of insights-core over an archive and prints what each came to, as JSON on standard output.

usage: parse.py [--by-name] ARCHIVE

--by-name  read files by their names (HostArchiveContext), not by the archive's metadata
"""

import argparse
import datetime
import enum
import hashlib
import json
import logging
import os
import re
import sys
import threading
import types

os.environ["INSIGHTS_FILTERS_ENABLED"] = "False"

from insights import dr, initialize_broker  # noqa: E402
from insights.core import filters, plugins  # noqa: E402
from insights.core.archives import extract  # noqa: E402
from insights.core.context import HostArchiveContext  # noqa: E402

PLAIN = (type(None), bool, int, str)
NAMED = (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType)


def attributes(value):
    """The attributes of an object by name, wherever its class keeps them."""
    found = {}
    for cls in type(value).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                found[name] = getattr(value, name)
    found.update(getattr(value, "__dict__", {}))
    return found


def sort_key(value):
    return json.dumps(value, sort_keys=True)


class Canonical:
    """Turns what a parser holds into JSON that is the same for the same content, wherever the archive lies."""

    def __init__(self, root):
        self.root = root
        self.path = []

    def text(self, value):
        return value.replace(self.root, "<archive>")

    def of(self, value):
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, enum.Enum):
            return str(value)
        if isinstance(value, PLAIN):
            return value
        if isinstance(value, float):
            return repr(value)
        if isinstance(value, (bytes, bytearray)):
            return {"bytes": value.hex()}
        if isinstance(value, (datetime.date, datetime.time, datetime.timedelta, datetime.tzinfo)):
            return str(value)
        if isinstance(value, re.Pattern):
            return value.pattern
        if isinstance(value, NAMED):
            return "<%s>" % getattr(value, "__qualname__", type(value).__name__)
        if isinstance(value, types.GeneratorType):
            return "<generator>"
        if any(value is seen for seen in self.path):
            return "<cycle>"
        self.path.append(value)
        try:
            return self.of_container(value)
        finally:
            self.path.pop()

    def of_container(self, value):
        if isinstance(value, (list, tuple)):
            items = [self.of(item) for item in value]
        elif isinstance(value, (set, frozenset)):
            items = sorted((self.of(item) for item in value), key=sort_key)
        elif isinstance(value, dict):
            items = {key if isinstance(key, str) else sort_key(self.of(key)): self.of(item) for key, item in value.items()}
        else:
            items = None
        fields = {self.text(name): self.of(item) for name, item in attributes(value).items()}
        if items is not None and not fields:
            return items
        name = type(value).__name__
        if not fields and items is None:
            return {name: self.text(re.sub(r" at 0x[0-9a-f]+", "", str(value)))}
        return {name: fields} if items is None else {name: fields, "items": items}


def outcome_of(parser, broker, canonical):
    specs = sorted(spec.__name__ if hasattr(spec, "__name__") and spec.__name__ != "RegistryPoint" else dr.get_name(spec) for spec in dr.get_registry_points(parser))
    outcome = {"specs": [spec.rsplit(".", 1)[-1] for spec in specs]}
    errors = ["%s: %s" % (type(e).__name__, canonical.text(str(e))) for e in broker.exceptions.get(parser, [])]
    if parser in broker:
        value = canonical.of(broker[parser])
        digest = hashlib.sha256(sort_key(value).encode("ascii")).hexdigest()
        outcome.update(outcome="ok", digest=digest)
    else:
        outcome["outcome"] = "failed" if errors else "skipped"
    if errors:
        outcome["errors"] = errors
    return dr.get_name(parser), outcome


def parse(root, by_name):
    context, broker = initialize_broker(root, context=HostArchiveContext if by_name else None)
    if by_name and not os.path.isdir(os.path.join(context.root, "insights_commands")):
        raise SystemExit("%s: %s has no insights_commands" % (root, context.root))
    single = dr.COMPONENTS[dr.GROUPS.single]
    broker = dr.run(dict(single), broker=broker)
    parsers = [c for c in dr.DELEGATES if dr.get_component_type(c) is plugins.parser]
    canonical = Canonical(os.path.abspath(context.root))
    return {
        "context": type(context).__name__,
        "parsers": dict(sorted(outcome_of(p, broker, canonical) for p in parsers)),
    }


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--by-name", action="store_true")
    options.add_argument("archive")
    args = options.parse_args()
    logging.basicConfig(level=logging.ERROR, stream=sys.stderr)
    for module in ("insights.specs.default", "insights.specs.insights_archive", "insights.specs.core3_archive", "insights.parsers"):
        dr.load_components(module)
    filters.ENABLED = False
    archive = os.path.abspath(args.archive)
    if os.path.isdir(archive):
        result = parse(archive, args.by_name)
    else:
        with extract(archive) as extracted:
            result = parse(extracted.tmp_dir, args.by_name)
    json.dump(result, sys.stdout)


# Values are nested as deep as the configuration files that they hold.
sys.setrecursionlimit(20000)
threading.stack_size(512 * 1024 * 1024)
thread = threading.Thread(target=main)
thread.start()
thread.join()
