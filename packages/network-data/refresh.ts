/**
 * Makes `data/networks.bin` anew; see ATTRIBUTION.md for the sources and their licences.
 * Run: node_modules/.bin/node packages/network-data/refresh.ts [--folder <folder> --as-of <YYYY-MM-DD>] [--tor <file>] [--vpn <file>] [--relay <file>]
 *
 * Without `--folder` the two packages below are fetched with `npm pack`; with it, the same four CSV files are read from there, for example
 * from the releases of github.com/sapics/ip-location-db, which get corrections that the packages no longer do. The lists are optional:
 * --tor    one address per line: https://check.torproject.org/torbulkexitlist
 * --vpn    one prefix per line: output/vpn/ipv4.txt of github.com/X4BNet/lists_vpn (MIT)
 * --relay  prefix,country,…: https://mask-api.icloud.com/egress-ip-ranges.csv
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { decode } from './src/data-file.ts'
import { serve } from './src/index.ts'
import { compile } from './src/refresh/compile.ts'
import { encode } from './src/refresh/encode.ts'
import { verify } from './src/refresh/verify.ts'

const version = '2.3.2026061719'
const packages = { asns: 'asn', countries: 'geo-whois-asn-country' }

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string' },
    'as-of': { type: 'string' },
    tor: { type: 'string' },
    vpn: { type: 'string' },
    relay: { type: 'string' },
  },
})
if (options.folder !== undefined && !/^\d{4}-\d\d-\d\d$/u.test(options['as-of'] ?? ''))
  throw new Error('--folder needs --as-of YYYY-MM-DD')

const scratch = mkdtempSync(join(tmpdir(), 'network-data-'))
try {
  const read = (name: string, family: 4 | 6) =>
    readFileSync(join(options.folder ?? join(scratch, name), `${name}-ipv${family}-num.csv`), 'utf8')
  if (options.folder === undefined) for (const name of Object.values(packages)) fetchPackage(name)
  const source = compile({
    asOf: options['as-of'] ?? dateOf(version),
    asns: { 4: read(packages.asns, 4), 6: read(packages.asns, 6) },
    countries: { 4: read(packages.countries, 4), 6: read(packages.countries, 6) },
    lists: { tor: list(options.tor), vpn: list(options.vpn), relay: list(options.relay) },
  })
  const file = encode(source)
  const tables = decode(file)
  const asked = verify(source, serve(tables))

  // Beside the old file first: a rename replaces it whole or not at all.
  const place = new URL('data/networks.bin', import.meta.url)
  const fresh = new URL('data/networks.bin.new', import.meta.url)
  mkdirSync(new URL('.', place), { recursive: true })
  writeFileSync(fresh, file)
  renameSync(fresh, place)

  const perKind = Map.groupBy(source.networks, ({ kind }) => kind)
  console.log(
    `${source.asOf}: ${source.networks.length} networks (${[...perKind].map(([kind, { length }]) => `${length} ${kind}`).join(', ')})`,
  )
  console.log(
    `${tables.starts4.length} segments of IPv4, ${tables.lows6.length} of IPv6, ${source.countries.length} countries, ${file.length} bytes`,
  )
  console.log(
    `${source.v4.overrides.length} + ${source.v6.overrides.length} ranges from lists; ${asked} answers verified`,
  )
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function fetchPackage(name: string): void {
  const folder = join(scratch, name)
  mkdirSync(folder)
  const printed = execFileSync(
    'npm',
    ['pack', '--json', '--pack-destination', folder, `@ip-location-db/${name}@${version}`],
    { encoding: 'utf8' },
  )
  const archive = /"filename":\s*"([^"]+)"/u.exec(printed)?.[1]
  if (archive === undefined) throw new Error(`npm named no archive of ${name}`)
  execFileSync('tar', [
    '-xzf',
    join(folder, archive.replaceAll('/', '-').replace('@', '')),
    '-C',
    folder,
    '--strip-components',
    '1',
  ])
}

/** The packages carry their date in the version: 2.3.YYYYMMDDHH. */
function dateOf(packageVersion: string): string {
  const [, year, month, day] = /\.(\d{4})(\d\d)(\d\d)\d\d$/u.exec(packageVersion) ?? []
  return `${year}-${month}-${day}`
}

function list(path: string | undefined): string {
  return path === undefined ? '' : readFileSync(path, 'utf8')
}
