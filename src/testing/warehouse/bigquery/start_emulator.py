"""bqemulator without its functions of places, for which it would fetch an extension from a host of its own."""
import sys

from bqemulator.cli import main
from bqemulator.storage.engine import DuckDBEngine

DuckDBEngine._load_spatial = lambda self: None
sys.exit(main(["start", "--rest-port", sys.argv[1], "--grpc-port", "0"]))
