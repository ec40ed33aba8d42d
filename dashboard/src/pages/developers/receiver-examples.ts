/** Whole receivers, to be copied and run. They check the same headers that Lapse sends; a test runs the one for Node. */

export const NODE_RECEIVER = `// receiver.mjs: WEBHOOK_SECRET=whsec_… PORT=8080 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.WEBHOOK_SECRET.slice('whsec_'.length), 'base64');

function isFromLapse(body, headers) {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const digest = createHmac('sha256', key).update(id + '.' + timestamp + '.').update(body).digest('base64');
  const expected = Buffer.from('v1,' + digest);
  return String(headers['webhook-signature'] ?? '')
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isFromLapse(body, request.headers)) return response.writeHead(401).end('wrong signature');
  response.writeHead(200).end('ok');
  const event = JSON.parse(body);
  console.log(event.type, event.id);
}).listen(Number(process.env.PORT ?? 8080), '127.0.0.1');
`;

export const PYTHON_RECEIVER = `# receiver.py: WEBHOOK_SECRET=whsec_… python3 receiver.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def is_from_lapse(body, headers):
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    digest = hmac.new(KEY, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").split(" ")
    return any([hmac.compare_digest(expected, one.encode()) for one in given])


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if not is_from_lapse(body, self.headers):
            self.send_error(401)
            return
        self.send_response(200)
        self.end_headers()
        event = json.loads(body)
        print(event["type"], event["id"])


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
`;
