import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '../../config.ts'
import { fault, type Finding, ok, reasonOf, skipped, warning } from './finding.ts'

const dayMs = 86_400_000
/** Certificates of 90 days are usually renewed a month before. */
const warnDays = 14
const waitMs = 5_000

/** The certificate that browsers see at API_URL: that of TLS_CERT_FILE, or that of a proxy. */
export async function checkCertificate(config: Config, now: Date): Promise<Finding> {
  const { protocol, hostname, port } = new URL(config.API_URL)
  if (protocol !== 'https:') return skipped('certificate', 'API_URL is no https: address.')
  try {
    const chain =
      config.TLS_CERT_FILE === undefined
        ? await readServed(hostname.replace(/^\[|\]$/gu, ''), Number(port || 443))
        : readFiles(config.TLS_CERT_FILE, config.TLS_KEY_FILE ?? '')
    return judge(chain, hostname, now)
  } catch (error) {
    return fault(
      'certificate',
      `The certificate cannot be read: ${reasonOf(error)}`,
      'See "TLS and proxies" in the documentation.',
    )
  }
}

/** The findings about a chain, the server's own certificate first. */
export function judge(chain: readonly X509Certificate[], hostname: string, now: Date): Finding {
  const [own] = chain
  const host = hostname.replaceAll(/^\[|\]$/gu, '')
  if (own === undefined)
    return fault('certificate', 'There is no certificate.', 'Put the chain into TLS_CERT_FILE, as PEM.')
  const last = chain.map(({ validTo }) => Date.parse(validTo)).reduce((one, other) => Math.min(one, other))
  const days = Math.floor((last - now.getTime()) / dayMs)
  const renew = 'Renew it, then run "npm start -- reload" or reload the proxy.'
  if (days < 0)
    return fault(
      'certificate',
      `A certificate of the chain ended on ${new Date(last).toISOString().slice(0, 10)}.`,
      renew,
    )
  if (!(isIP(host) === 0 ? own.checkHost(host) : own.checkIP(host)))
    return fault('certificate', `It is not made for ${hostname}.`, 'Get one that names the host of API_URL.')
  const gap = chain.findIndex((one, index) => index > 0 && !chain[index - 1]?.checkIssued(one))
  if (gap > 0)
    return fault(
      'certificate',
      `Certificate ${gap + 1} of the chain did not issue the one before it.`,
      'Put them in order: your own first, then who issued it, and so on.',
    )
  if (days < warnDays) return warning('certificate', `It ends in ${days} days.`, renew)
  if (chain.length === 1 && own.checkIssued(own))
    return warning(
      'certificate',
      'It is signed by itself, so browsers refuse it.',
      'Get one of an authority that browsers know.',
    )
  if (chain.length === 1)
    return warning(
      'certificate',
      'The chain holds no certificate of who issued it; some clients refuse that.',
      'Add the intermediate certificates to TLS_CERT_FILE.',
    )
  return ok('certificate', `It is valid for ${days} days more, and its chain is in order.`)
}

function readFiles(certificates: string, key: string): X509Certificate[] {
  const pems =
    readFileSync(certificates, 'utf8').match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/gu) ?? []
  const chain = pems.map((pem) => new X509Certificate(pem))
  if (chain[0] && !chain[0].checkPrivateKey(createPrivateKey(readFileSync(key))))
    throw new Error('TLS_KEY_FILE is the key of another certificate')
  return chain
}

/** Whatever it is, also one that no browser would take. */
function readServed(host: string, port: number): Promise<X509Certificate[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: waitMs }, () => {
      const chain: X509Certificate[] = []
      for (let one = socket.getPeerX509Certificate(); one && chain.length < 10; one = one.issuerCertificate)
        chain.push(one)
      socket.destroy()
      resolve(chain)
    })
    socket.on('error', reject).on('timeout', () => socket.destroy(new Error('nobody answers')))
  })
}
