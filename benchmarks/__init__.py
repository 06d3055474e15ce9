"""Timings: how long each stage of a payment takes, on boards of several families."""
