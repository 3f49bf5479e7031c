"""Defines views in ClickHouse's engine and answers questions about them: JSON on standard input and output."""

import json
import sys

from chdb import session

given = json.load(sys.stdin)
engine = session.Session()
for statement in given["statements"]:
    engine.query(statement)
# DuckDB prints whole numbers beyond those of JSON as text, too.
settings = "SETTINGS output_format_json_quote_64bit_integers = 1"
answers = [
    [json.loads(line) for line in str(engine.query(f"{question} {settings}", "JSONEachRow")).splitlines()]
    for question in given["questions"]
]
json.dump(answers, sys.stdout)
