/** The two elements that go into a page. `api` is the public origin of the service, `noscript` what is shown where no scripts run. */
export function widgetSnippet({ api, siteKey, noscript }: { api: string; siteKey: string; noscript: string }): string {
  return `<script type="module" src="${api}/widget.js"></script>

<form method="post">
  …
  <bollard-captcha sitekey="${siteKey}">
    <noscript>${noscript}</noscript>
  </bollard-captcha>
  <button>OK</button>
</form>`
}

export const serverLanguages = ['node', 'php', 'python', 'curl'] as const
export type ServerLanguage = (typeof serverLanguages)[number]

export const serverLanguageNames: Readonly<Record<ServerLanguage, string>> = {
  node: 'Node.js',
  php: 'PHP',
  python: 'Python',
  curl: 'curl',
}

/** How a server asks about a token. The secret key is only ever named, never written out. */
export function serverSnippet(language: ServerLanguage, api: string): string {
  const address = `${api}/captcha/v1/siteverify`
  switch (language) {
    case 'node':
      return `const answer = await fetch('${address}', {
  method: 'POST',
  body: new URLSearchParams({
    secret: process.env.BOLLARD_SECRET_KEY,
    response: request.body['bollard-response'] ?? '',
  }),
})
const { success } = await answer.json()

if (!success) return response.status(403).end()`
    case 'php':
      return `$answer = file_get_contents('${address}', false, stream_context_create([
    'http' => [
        'method' => 'POST',
        'header' => 'Content-Type: application/x-www-form-urlencoded',
        'content' => http_build_query([
            'secret' => getenv('BOLLARD_SECRET_KEY'),
            'response' => $_POST['bollard-response'] ?? '',
        ]),
    ],
]));

if (!json_decode($answer)->success) {
    http_response_code(403);
    exit;
}`
    case 'python':
      return `import json, os
from urllib.parse import urlencode
from urllib.request import urlopen

question = urlencode({
    'secret': os.environ['BOLLARD_SECRET_KEY'],
    'response': form.get('bollard-response', ''),
}).encode()

with urlopen('${address}', question) as answer:
    if not json.load(answer)['success']:
        raise PermissionError`
    case 'curl':
      return `curl ${address} \\
  --data-urlencode "secret=$BOLLARD_SECRET_KEY" \\
  --data-urlencode "response=$TOKEN"`
    default:
      return language satisfies never
  }
}
