import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import { captchaRoutes } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { createSolver } from '@bollard/proof-of-work'
import { pass, redeem } from '../../server/testing/visit.ts'
import { authority, type Edge } from './edges.ts'
import { newSite } from './new-site.ts'

/** Sends what was caught to every process at the same moment, and forty times at least; how many accept it. */
async function countAccepted(edges: readonly Edge[], send: (edge: Edge) => Promise<boolean>): Promise<number> {
  const all = Array.from({ length: Math.ceil(40 / edges.length) }, () => edges).flat()
  return (await Promise.all(all.map(send))).filter(Boolean).length
}

/** How many visitors pass by one signature of a bot that the site welcomes. */
export async function caughtSignature(db: Database, edges: readonly Edge[]): Promise<number> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = publicKey.export({ format: 'jwk' })
  const { siteKey } = await newSite(db, {
    signedBots: [{ name: 'Price watch', agent: null, publicKey: JSON.stringify(jwk) }],
  })
  const keyId = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: jwk.x }), 'base64url')
  const created = Math.floor(Date.now() / 1_000) - 1
  const nonce = randomBytes(8).toString('base64')
  const inner = `("@authority");created=${created};expires=${created + 300};keyid="${keyId}";alg="ed25519";nonce="${nonce}";tag="web-bot-auth"`
  const base = `"@authority": ${authority}\n"@signature-params": ${inner}`
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'PriceWatch/1.0',
    'x-forwarded-for': '192.0.2.20',
    'signature-input': `sig1=${inner}`,
    signature: `sig1=:${sign(null, Buffer.from(base), privateKey).toString('base64')}:`,
  }
  return countAccepted(edges, async (edge) => {
    const answer = await fetch(`${edge.url}${captchaRoutes.startVerification.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ siteKey }),
    })
    const started = captchaRoutes.startVerification.response.schema.safeParse(await answer.json())
    return started.success && started.data.status === 'passed'
  })
}

/** How many customers' servers are told that one token is good. */
export async function caughtToken(db: Database, edges: readonly Edge[]): Promise<number> {
  const { siteKey, secretKey } = await newSite(db)
  const [edge] = edges
  if (edge === undefined) throw new Error('no process')
  const passed = await pass({
    apiUrl: edge.url,
    origin: 'https://shop.example',
    siteKey,
    solver: await createSolver({ wasm: true }),
    address: '192.0.2.21',
    mayAnswer: () => Promise.resolve(),
  })
  const token = passed?.token
  if (token === null || token === undefined) throw new Error('nobody got a token')
  return countAccepted(edges, ({ url }) => redeem({ apiUrl: url, secretKey }, token))
}
