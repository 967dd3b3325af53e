/**
 * Writes `data/rdap-servers.json` from IANA's list of RDAP servers (RFC 9224), which is at https://data.iana.org/rdap/dns.json:
 * `node packages/checks/refresh-registries.ts <path of that file>`. Only servers with TLS are taken. Nothing runs this by itself.
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface Bootstrap {
  readonly publication: string
  readonly services: readonly (readonly [readonly string[], readonly string[]])[]
}

const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Name the file that holds https://data.iana.org/rdap/dns.json')
const { publication, services }: Bootstrap = JSON.parse(readFileSync(path, 'utf8'))
const domains: Record<string, string> = {}
for (const [names, addresses] of services) {
  const server = addresses.find((address) => address.startsWith('https://'))
  if (server !== undefined) domains[server] = [domains[server] ?? [], ...names].flat().join(' ')
}
const list = { source: 'https://data.iana.org/rdap/dns.json', publication, domains }
writeFileSync(new URL('data/rdap-servers.json', import.meta.url), `${JSON.stringify(list, null, 2)}\n`)
console.log(`${Object.keys(domains).length} servers, published ${publication}`)
