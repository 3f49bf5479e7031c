"""Defines views in a Spark cluster of one master and two workers on this machine, and answers questions about them: JSON on standard input and output."""

import contextlib
import datetime
import json
import os
import socket
import subprocess
import sys
import tempfile
import time

import pyspark
from pyspark.sql import SparkSession

address = "127.0.0.1"
home = os.path.dirname(pyspark.__file__)
os.environ.update(SPARK_HOME=home, SPARK_LOCAL_IP=address, TZ="UTC")


def free_port():
    with socket.socket() as probe:
        probe.bind((address, 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def daemon(name, *words):
    command = [f"{home}/bin/spark-class", f"org.apache.spark.deploy.{name}", "--host", address, "--webui-port", "0", *words]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def await_port(port):
    end = time.monotonic() + 60
    while True:
        try:
            return socket.create_connection((address, port)).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


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
port = free_port()
master = f"spark://{address}:{port}"
with contextlib.ExitStack() as stack:
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    stack.enter_context(daemon("master.Master", "--port", str(port)))
    await_port(port)
    for worker in range(2):
        words = ["--cores", "1", "--memory", "1g", "--work-dir", f"{folder}/{worker}", master]
        stack.enter_context(daemon("worker.Worker", *words))
    session = (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", address)
        .config("spark.executor.memory", "900m")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", f"{folder}/warehouse")
        .getOrCreate()
    )
    stack.callback(session.stop)
    for statement in given["statements"]:
        session.sql(statement)
    answers = [rows(session.sql(question)) for question in given["questions"]]
json.dump(answers, sys.stdout)
