"""The peer of `submit_vs_standin`: a minimal REST framework view, as one writes it on the first day."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import path
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.models import EventRow, Match, Order, RollRow, Seat
from games.tasks import resolve_match


class OrderSerializer(serializers.Serializer[Any]):
    """What is sent."""

    text = serializers.CharField(max_length=40_000)


class SubmitView(APIView):
    """Takes an order."""

    authentication_classes = (TokenAuthentication,)
    parser_classes = (JSONParser,)
    renderer_classes = (JSONRenderer,)

    def post(self, request: Request, match: int) -> Response:
        """Validate, lock a row, write three, publish a task."""
        wanted = OrderSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        with transaction.atomic():
            locked = get_object_or_404(Match.objects.select_for_update(), pk=match)
            seat = get_object_or_404(Seat, match=locked, user=request.user)
            order = _write(locked, seat, wanted.validated_data["text"])
            transaction.on_commit(lambda: resolve_match.delay(locked.pk))
        return Response({"id": order.pk, "text": order.text, "received_at": order.received_at}, status=202)


def _write(match: Match, seat: Seat, text: str) -> Order:
    order = Order.objects.create(
        match=match, seat=seat, kind=Order.Kind.ORDERS, door=Order.Door.API, key=uuid.uuid4().hex, text=text
    )
    number = 1_000_000 + order.pk
    EventRow.objects.create(match=match, number=number, turn=0, data=b"accepted", told_at=order.received_at)
    RollRow.objects.create(match=match, number=number, data=b"4")
    return order


urlpatterns = [path("submit/<int:match>/", SubmitView.as_view())]
