"""Tests of the printed reports."""
