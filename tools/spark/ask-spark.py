"""Defines views in a Spark on this machine and answers questions about them: JSON on standard input and output."""

import datetime
import json
import os
import sys
import tempfile

from pyspark.sql import SparkSession

os.environ.update(SPARK_LOCAL_IP="127.0.0.1", TZ="UTC")


def plain(value, kind):
    """A value as DuckDB prints it in JSON: whole numbers of 64 bits are text."""
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value) if value is not None and kind == "bigint" else value


def rows(answer):
    return [{name: plain(row[name], kind) for name, kind in answer.dtypes} for row in answer.collect()]


given = json.load(sys.stdin)
with tempfile.TemporaryDirectory() as folder:
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", f"{folder}/warehouse")
        .getOrCreate()
    )
    for statement in given["statements"]:
        session.sql(statement)
    answers = [rows(session.sql(question)) for question in given["questions"]]
    session.stop()
json.dump(answers, sys.stdout)
