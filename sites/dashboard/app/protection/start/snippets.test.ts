import { protectionRoutes } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { decideLanguages, decideSnippet } from './snippets.ts'

const api = 'https://api.example.net'
/** What asks by itself names the call; the package of ours knows it. */
const asked = {
  express: "from '@bollard/protect/express'",
  fastify: "from '@bollard/protect/fastify'",
  node: `${api}/protection/v1/decisions`,
  curl: `${api}/protection/v1/decisions`,
}

test.for(decideLanguages)('the snippet for %s asks the real origin and only names the secret key', (language) => {
  const snippet = decideSnippet(language, api)
  for (const part of [api, asked[language], 'BOLLARD_SECRET_KEY']) expect(snippet).toContain(part)
  expect(snippet).not.toMatch(/captcha\.example\.org|#(?:end)?region|bsec_\w/u)
})

test('what curl sends is taken', () => {
  const body = /-d '(?<json>.*)'$/u.exec(decideSnippet('curl', ''))?.groups?.['json'] ?? ''
  expect(protectionRoutes.decide.body.schema.safeParse(JSON.parse(body)).error).toBeUndefined()
})
