/** What becomes of a request. `CHALLENGE`: a page that asks for work, or its like for programs. `THROTTLE`: it has to wait. */
export type Outcome = 'ALLOW' | 'CHALLENGE' | 'THROTTLE' | 'DENY'

/**
 * What the published default policy of Anubis (`data/botPolicies.yaml` with all that it imports, without its paid services) does with the
 * same visitors. Its rules were evaluated by user agent, address and path; nothing of them is here. An unsolved challenge is one: whether
 * a visitor would solve it was not tried.
 */
export const anubis = {
  version: '1.27.0',
  commit: '2f45638a6391b4595ea469ed3d7a12ab73249320',
  outcomes: {
    'chromium-window': 'CHALLENGE',
    'chromium-small-window': 'CHALLENGE',
    'chromium-german': 'CHALLENGE',
    'chromium-asked': 'CHALLENGE',
    'chromium-german-asked': 'CHALLENGE',
    'playwright-headless': 'DENY',
    'playwright-masked': 'CHALLENGE',
    'playwright-whole-masked': 'CHALLENGE',
    'playwright-whole-crawling': 'CHALLENGE',
    curl: 'ALLOW',
    'curl-as-chrome': 'CHALLENGE',
    'python-requests': 'ALLOW',
    'node-fetch': 'ALLOW',
    'crawler-greedy': 'ALLOW',
    'crawler-polite': 'ALLOW',
    'reader-freshrss': 'ALLOW',
    'reader-miniflux': 'CHALLENGE',
    'preview-facebook': 'ALLOW',
    'googlebot-by-names': 'ALLOW',
    'googlebot-by-list': 'ALLOW',
    'googlebot-from-elsewhere': 'CHALLENGE',
    'googlebot-without-dns': 'ALLOW',
    'bingbot-by-names': 'ALLOW',
    'mojeekbot-by-names': 'ALLOW',
    'gptbot-by-list': 'DENY',
    'gptbot-from-elsewhere': 'DENY',
    'semrushbot-from-elsewhere': 'CHALLENGE',
    // Signatures are none of its rules, so these are two more programs with a browser's user agent.
    'bot-signed': 'CHALLENGE',
    'bot-forged': 'CHALLENGE',
  },
} as const satisfies {
  readonly version: string
  readonly commit: string
  readonly outcomes: Readonly<Record<string, Outcome>>
}

export type VisitorId = keyof typeof anubis.outcomes
