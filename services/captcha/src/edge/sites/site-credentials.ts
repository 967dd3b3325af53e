import type { SiteSettings } from '@bollard/contracts'
import type { FieldError } from '@bollard/http'
import {
  type BotKey,
  type BotKeys,
  botKeys,
  type IssuerKey,
  parseBotKey,
  parseIssuerKey,
} from '@bollard/visitor-credentials'

/** Proofs of visitors that a site accepts, ready to be checked. */
export interface SiteCredentials {
  /** Keys of the declared bots that pass; null when there are none. */
  readonly bots: BotKeys | null
  readonly issuer: { readonly name: string; readonly key: IssuerKey } | null
}

type Settings = Pick<SiteSettings, 'signedBots' | 'privateTokens'>

/** What is stored was checked when it was saved; what cannot be read any more is left out, so that nobody passes by it. */
export function readCredentials({ signedBots, privateTokens }: Settings): SiteCredentials {
  const keys = signedBots.flatMap(({ publicKey, agent }): BotKey[] => {
    const read = parseBotKey(publicKey, agent)
    return read.ok ? [read.key] : []
  })
  const issuer = privateTokens === null ? null : parseIssuerKey(privateTokens.publicKey)
  return {
    bots: keys.length === 0 ? null : botKeys(keys),
    issuer: privateTokens !== null && issuer?.ok ? { name: privateTokens.issuer.toLowerCase(), key: issuer.key } : null,
  }
}

/** What is wrong with keys in settings, by JSON pointers into them; empty when all can be used. */
export function faultsOf({ signedBots, privateTokens }: Settings): FieldError[] {
  const faults: FieldError[] = []
  const seen = new Set<string>()
  for (const [index, { publicKey, agent }] of signedBots.entries()) {
    const read = parseBotKey(publicKey, agent)
    if (!read.ok)
      faults.push({
        pointer: `/signedBots/${index}/${read.code === 'bad-agent' ? 'agent' : 'publicKey'}`,
        code: read.code,
      })
    else if (seen.has(read.key.keyId)) faults.push({ pointer: `/signedBots/${index}/publicKey`, code: 'duplicate' })
    else seen.add(read.key.keyId)
  }
  const issuer = privateTokens === null ? null : parseIssuerKey(privateTokens.publicKey)
  if (issuer !== null && !issuer.ok) faults.push({ pointer: '/privateTokens/publicKey', code: issuer.code })
  return faults
}
