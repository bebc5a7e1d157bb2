"""Collections on disk. Each has an engine shard and a file with settings that the engine does not store."""

import json
import os
import re
import shutil

import qdrant_edge as engine

from translate import RequestError, to_engine_config

NAME = re.compile(r"[\w-][\w.-]*")


class Collection:
    def __init__(self, folder, shard, config, indexes):
        self.folder = folder
        self.shard = shard
        self.config = config
        self.indexes = indexes

    def save(self):
        write_json(os.path.join(self.folder, "cfg.json"), {"cfg": self.config, "index": self.indexes})


class Collections:
    def __init__(self, root):
        self.root = root
        self.by_name = {}
        os.makedirs(os.path.join(root, "collections"), exist_ok=True)
        for name in os.listdir(os.path.join(root, "collections")):
            self._load(name)

    def names(self):
        return list(self.by_name)

    def aliases(self):
        return read_json(os.path.join(self.root, "aliases.json"), {})

    def save_aliases(self, aliases):
        write_json(os.path.join(self.root, "aliases.json"), aliases)

    def name_of(self, name_or_alias):
        return self.aliases().get(name_or_alias, name_or_alias)

    def get(self, name_or_alias):
        name = self.name_of(name_or_alias)
        if name not in self.by_name:
            raise RequestError(404, f"Not found: Collection `{name}` doesn't exist!")
        return self.by_name[name]

    def create(self, name, config):
        if name in self.by_name:
            raise RequestError(409, f"Wrong input: Collection `{name}` already exists!")
        if not NAME.fullmatch(name):
            raise RequestError(400, f"{name} is not a valid collection name")
        folder = self._folder(name)
        engine_config = to_engine_config(config)
        os.makedirs(os.path.join(folder, "shard"))
        shard = engine.EdgeShard.create(os.path.join(folder, "shard"), engine_config)
        self.by_name[name] = Collection(folder, shard, config, {})
        self.by_name[name].save()

    def delete(self, name):
        collection = self.by_name.pop(name, None)
        if collection is None:
            return False
        collection.shard.close()
        shutil.rmtree(collection.folder)
        self.save_aliases({alias: target for alias, target in self.aliases().items() if target != name})
        return True

    def _folder(self, name):
        return os.path.join(self.root, "collections", name)

    def _load(self, name):
        folder = self._folder(name)
        saved = read_json(os.path.join(folder, "cfg.json"), None)
        # A missing file means that the server was killed while it created this collection, before it
        # responded.
        if saved is None:
            shutil.rmtree(folder)
            return
        shard = engine.EdgeShard.load(os.path.join(folder, "shard"))
        self.by_name[name] = Collection(folder, shard, saved["cfg"], saved["index"])


def read_json(path, default):
    if not os.path.exists(path):
        return default
    with open(path) as file:
        return json.load(file)


def write_json(path, value):
    """Writes a file atomically, because the server may be killed at any time."""
    with open(path + ".new", "w") as file:
        file.write(json.dumps(value))
    os.replace(path + ".new", path)
