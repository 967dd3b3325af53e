/** The code of the three steps, in lines that fit beside them. `api` is the public origin of this installation's API. */
export function snippetsFor(api: string) {
  return {
    html: {
      file: 'index.html',
      language: 'html',
      code: `<script type="module"
  src="${api}/widget.js"></script>

<form action="/subscribe" method="post">
  <input name="email" type="email" required>
  <bollard-captcha sitekey="bsk_…"></bollard-captcha>
  <button>Subscribe</button>
</form>`,
    },
    node: {
      file: 'server.js',
      language: 'javascript',
      code: `const url = '${api}/captcha/v1/siteverify'
const answer = await fetch(url, {
  method: 'POST',
  body: new URLSearchParams({
    secret: process.env.BOLLARD_SECRET_KEY,
    response: form.get('bollard-response') ?? '',
  }),
})
const { success, score, reasons } = await answer.json()
if (!success) return refuse(reasons)`,
    },
    php: {
      file: 'subscribe.php',
      language: 'php',
      code: `<?php
$context = stream_context_create(['http' => [
    'method'  => 'POST',
    'header'  => 'Content-Type: application/x-www-form-urlencoded',
    'content' => http_build_query([
        'secret'   => getenv('BOLLARD_SECRET_KEY'),
        'response' => $_POST['bollard-response'] ?? '',
    ]),
]]);
$url = '${api}/captcha/v1/siteverify';
$answer = json_decode(file_get_contents($url, false, $context), true);
if (!$answer['success']) {
    http_response_code(403);
    exit;
}`,
    },
    python: {
      file: 'views.py',
      language: 'python',
      code: `answer = requests.post(
    "${api}/captcha/v1/siteverify",
    data={
        "secret": os.environ["BOLLARD_SECRET_KEY"],
        "response": request.form.get("bollard-response", ""),
    },
    timeout=5,
).json()
if not answer["success"]:
    abort(403)`,
    },
  } as const
}
