"""Converts between the JSON of Qdrant's REST API and the objects of its engine."""

import uuid

import qdrant_edge as engine


class RequestError(Exception):
    """A client error with its HTTP status."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status
        self.message = message


MATCHES = {
    "value": engine.MatchValue,
    "text": engine.MatchText,
    "any": engine.MatchAny,
    "except": engine.MatchExcept,
    "phrase": engine.MatchPhrase,
}
DISTANCES = {
    "Cosine": engine.Distance.Cosine,
    "Dot": engine.Distance.Dot,
    "Euclid": engine.Distance.Euclid,
    "Manhattan": engine.Distance.Manhattan,
}
PAYLOAD_TYPES = {
    "keyword": engine.PayloadSchemaType.Keyword,
    "integer": engine.PayloadSchemaType.Integer,
    "float": engine.PayloadSchemaType.Float,
    "bool": engine.PayloadSchemaType.Bool,
    "datetime": engine.PayloadSchemaType.Datetime,
    "text": engine.PayloadSchemaType.Text,
    "uuid": engine.PayloadSchemaType.Uuid,
    "geo": engine.PayloadSchemaType.Geo,
}
UPDATE_MODES = {
    "insert_only": engine.UpdateMode.InsertOnly,
    "update_only": engine.UpdateMode.UpdateOnly,
}
FILTER_KEYS = {"must", "should", "must_not", "min_should"}


def to_point_id(value):
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise RequestError(400, f"value {value!r} is not a valid point ID")
    if isinstance(value, int):
        return value
    try:
        return uuid.UUID(value)
    except ValueError:
        raise RequestError(
            400,
            f"value {value} is not a valid point ID, valid values are either an unsigned integer or a UUID",
        )


def from_point_id(value):
    return value if isinstance(value, int) else str(value)


def to_match(body):
    for key, create in MATCHES.items():
        if key in body:
            return create(body[key])
    raise RequestError(400, f"The test server does not implement the match {body}.")


def to_range(body):
    bounds = {key: value for key, value in body.items() if value is not None}
    is_time = any(isinstance(value, str) for value in bounds.values())
    return engine.RangeDateTime(**bounds) if is_time else engine.RangeFloat(**bounds)


def to_condition(body):
    if FILTER_KEYS & set(body):
        return to_filter(body)
    if "has_id" in body:
        return engine.HasIdCondition({to_point_id(value) for value in body["has_id"]})
    if "is_empty" in body:
        return engine.IsEmptyCondition(body["is_empty"]["key"])
    if "is_null" in body:
        return engine.IsNullCondition(body["is_null"]["key"])
    if "nested" in body:
        return engine.NestedCondition(body["nested"]["key"], to_filter(body["nested"]["filter"]))
    tests = {}
    if body.get("match") is not None:
        tests["match"] = to_match(body["match"])
    if body.get("range") is not None:
        tests["range"] = to_range(body["range"])
    if body.get("values_count") is not None:
        tests["values_count"] = engine.ValuesCount(**body["values_count"])
    if "key" not in body or not tests:
        raise RequestError(400, f"The test server does not implement the condition {body}.")
    return engine.FieldCondition(body["key"], **tests)


def to_conditions(body):
    if body is None:
        return None
    return [to_condition(each) for each in (body if isinstance(body, list) else [body])]


def to_filter(body):
    if not body:
        return None
    # The engine would ignore unknown keys and return too many points.
    unknown = sorted(set(body) - FILTER_KEYS)
    if unknown:
        raise RequestError(400, f"The filter has unknown keys: {unknown}.")
    least = body.get("min_should")
    return engine.Filter(
        must=to_conditions(body.get("must")),
        should=to_conditions(body.get("should")),
        must_not=to_conditions(body.get("must_not")),
        min_should=least and engine.MinShould(to_conditions(least["conditions"]), least["min_count"]),
    )


def to_selection(body, default):
    if body is None:
        return default
    return body["include"] if isinstance(body, dict) and "include" in body else body


def to_points(body):
    points = body.get("points")
    if points is None:
        batch = body["batch"]
        payloads = batch.get("payloads") or [None] * len(batch["ids"])
        points = [
            {"id": each, "vector": batch["vectors"][index], "payload": payloads[index]}
            for index, each in enumerate(batch["ids"])
        ]
    return [
        engine.Point(to_point_id(point["id"]), point["vector"], point.get("payload") or {}) for point in points
    ]


def to_scoring(body, using, shard):
    """Converts the query: a fusion, a vector, or the vector of a point."""
    if body is None:
        return None
    if isinstance(body, dict) and "fusion" in body:
        return engine.Fusion.Rrf(2) if body["fusion"] == "rrf" else engine.Fusion.Dbsf()
    if isinstance(body, dict) and "rrf" in body:
        return engine.Fusion.Rrf(body["rrf"].get("k", 2))
    if isinstance(body, dict) and "nearest" in body:
        body = body["nearest"]
    if isinstance(body, (str, int)):
        found = shard.retrieve([to_point_id(body)], False, True)
        if not found:
            raise RequestError(404, f"Not found: No point with id {body} found")
        body = found[0].vector[using] if using else found[0].vector
    return engine.Query.Nearest(body, using=using) if using else engine.Query.Nearest(body)


def to_query(body, shard):
    prefetch = body.get("prefetch") or []
    prefetch = prefetch if isinstance(prefetch, list) else [prefetch]
    is_exact = (body.get("params") or {}).get("exact")
    return engine.QueryRequest(
        limit=body.get("limit", 10),
        offset=body.get("offset"),
        query=to_scoring(body.get("query"), body.get("using"), shard),
        prefetches=[to_prefetch(each, shard) for each in prefetch] or None,
        filter=to_filter(body.get("filter")),
        score_threshold=body.get("score_threshold"),
        with_payload=to_selection(body.get("with_payload"), False),
        with_vector=to_selection(body.get("with_vector"), False),
        params=engine.SearchParams(exact=True) if is_exact else None,
    )


def to_prefetch(body, shard):
    return engine.Prefetch(
        body.get("limit", 10),
        query=to_scoring(body.get("query"), body.get("using"), shard),
        filter=to_filter(body.get("filter")),
        score_threshold=body.get("score_threshold"),
    )


def to_search(body):
    """Converts a request of the older search API: one vector with an optional name."""
    vector = body["vector"]
    if isinstance(vector, dict):
        return {**body, "query": vector["vector"], "using": vector.get("name")}
    return {**body, "query": vector}


def to_engine_config(body):
    vectors = body["vectors"]
    if "size" in vectors:
        return engine.EdgeConfig(vectors=to_vector_params(vectors))
    return engine.EdgeConfig(vectors={name: to_vector_params(each) for name, each in vectors.items()})


def to_vector_params(body):
    return engine.EdgeVectorParams(size=body["size"], distance=DISTANCES[body["distance"]])


def from_record(record, scored=False):
    fields = {"id": from_point_id(record.id), "payload": record.payload, "vector": record.vector}
    if scored:
        fields.update(version=0, score=record.score)
    return {key: value for key, value in fields.items() if value is not None}
