"""The same statements behind FastAPI and asyncpg: one process, uvloop, httptools, a pool as large as Lapse's.

Started by run.ts with {"dsn", "pool", "tenant_id", "routes": {path: [statement, ...]}} on standard input.
"""
import json
import sys

import asyncpg
import uvicorn
from fastapi import FastAPI, Response

order = json.loads(sys.stdin.read())
app = FastAPI()


async def prepare(connection):
    await connection.execute("SET timezone = 'UTC'")
    for setting in ("seqscan", "hashjoin", "mergejoin"):
        await connection.execute(f"SET enable_{setting} = off")


@app.on_event("startup")
async def connect():
    app.state.pool = await asyncpg.create_pool(
        **order["connection"], min_size=order["pool"], max_size=order["pool"], init=prepare
    )


def add_route(path, statements):
    @app.get(path)
    async def answer():
        async with app.state.pool.acquire() as connection:
            async with connection.transaction():
                await connection.execute(f"SET LOCAL lapse.tenant_id = '{int(order['tenant_id'])}'")
                results = [await connection.fetch(statement) for statement in statements]
        body = json.dumps([[dict(row) for row in rows] for rows in results], default=str)
        return Response(content=body, media_type="application/json")


for path, statements in order["routes"].items():
    add_route(path, statements)

uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), loop="uvloop", http="httptools", log_level="warning")
