/** Days of the log that are filled. */
export const days = 30
/** Small sites beside the large one, which has the number 1. */
export const smallSites = 1_000
/** Everything of one operator within an hour of this day, one in fifty rows of the month. */
export const attack = { day: 12, hour: 3, share: 0.02, asn: 64_496 } as const
/** About one row in this many has the rare operator. */
const rareEvery = 200_000
export const rareAsn = 65_010
/** One row of the large site has it. */
export const loneHostname = 'lone.shop.example'

const pool = (values: readonly string[], draw: string): string =>
  `(array[${values.map((value) => `'${value}'`).join(',')}])[1 + floor(${values.length} * ${draw})::int]`
const numbered = (count: number, name: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => name(index))

const countries =
  'DE,AT,CH,FR,NL,BE,LU,DK,SE,NO,FI,PL,CZ,IT,ES,PT,GB,IE,US,CA,BR,AR,MX,JP,KR,IN,ID,TH,VN,PH,TR,GR,RO,BG,HU,SK,SI,HR,RS,UA,LT,LV,EE,IL,AE,SA,EG,MA,ZA,NG,KE,AU,NZ,SG,MY,HK,TW,CN,RU,KZ'.split(
    ',',
  )
const browsers = [
  ...numbered(12, (index) => `Chrome ${151 - index}`),
  'Safari 19',
  'Safari 18',
  'Safari 17',
  ...numbered(8, (index) => `Firefox ${152 - index}`),
  ...numbered(6, (index) => `Edge ${150 - index}`),
  ...numbered(5, (index) => `Samsung Internet ${29 - index}`),
  'Opera 132',
  'Android WebView 150',
  'Vivaldi 8',
  'Yandex 27',
  'DuckDuckGo 7',
  'Unknown',
]
const systems = ['Windows', 'Android', 'iOS', 'macOS', 'Linux', 'ChromeOS', 'Unknown']
const languages = 'de,en,fr,nl,it,es,pl,cs,da,sv,fi,pt,ro,hu,el,tr,ru,uk,ja,zh,ko,ar,he,hi,vi'.split(',')
const good = [
  'consistent-browser -0.2',
  'consistent-browser -0.2 many-starts 0.4',
  '',
  'slow-hands 0.3 consistent-browser -0.2',
  'hosting-network 1.1 consistent-browser -0.2',
  'vpn-network 0.6',
  'many-starts 0.4',
  'missing-browser-headers 2.5 consistent-browser -0.2',
]
const bad = [
  'webdriver 6',
  'webdriver 6 hosting-network 1.1',
  'driven-browser 3 missing-browser-headers 2.5',
  'scripted-hands 2.2 hosting-network 1.1',
  'disguised-browser 2 wrong-browser-headers 2.5',
  'collector-missing 4',
  'form-without-hands 2.4 many-starts 1.2',
  'work-wrong 5',
]

const columns = `id, round, site_id, issued_at, finished_at, outcome, score, check_ms, work_ms, work_hashes, hostname, action, browser, operating_system, device, language,
  network, reasons, country, asn, environment_id, decision, rule, bypass_key, network_kind, flags`

/** Uneven draws: small numbers often, large ones hardly ever. */
const draws =
  'random() as r1, random() as r2, random() as r3, random() as r4, random() as r5, random() as r6, random() as r7, md5(random()::text) as h'

/**
 * A statement that fills a table of one day with visitors as websites have them: most come at noon from few operators with few
 * browsers, and everything also occurs rarely. `$1` rows, `$2` is the start of the day in milliseconds since 1970.
 */
export const visitors = (table: string): string => `
insert into captcha.${table} (${columns})
select ${idOf('d.ms')}, 0, d.site_id, to_timestamp(d.ms / 1000.0), to_timestamp((d.ms + 1500 + floor(20000 * r2 ^ 6)) / 1000.0), d.outcome,
  case d.outcome when 2 then 0.6 + 0.4 * r4 when 1 then 0.4 + 0.2 * r4 else 0.5 * r4 ^ 4 end, 1500 + floor(20000 * r2 ^ 6), 400 + floor(2000 * r3 ^ 2), 2097152,
  case when d.site_id = 1 then ${pool(['www.shop.example', 'shop.example', 'account.shop.example', 'm.shop.example'], 'r3 ^ 2')} else 'www.small-' || d.site_id || '.example' end,
  floor(4 * r5 ^ 2)::int, ${pool(browsers, 'r6 ^ 2')}, ${pool(systems, 'r7 ^ 2')}, case when r7 between 0.378 and 0.62 then 'phone' when r7 between 0.62 and 0.65 then 'tablet' else 'desktop' end,
  ${pool(languages, '(0.6 * r1 + 0.4 * r5) ^ 3')},
  case when r5 < 0.15 then ('2a0' || k % 10 || ':' || to_hex(k * 16 + floor(16 * r6)::int) || ':' || to_hex(floor(5000 * r2 ^ 2)::int) || '::/48')::cidr
    else (1 + k % 220 || '.' || (k * 13 + floor(3000 * r2 ^ 2)::int / 256) % 256 || '.' || floor(3000 * r2 ^ 2)::int % 256 || '.0/24')::cidr end,
  case d.outcome when 2 then ${pool(bad, 'r6 ^ 2')} else ${pool(good, 'r3 ^ 2')} end,
  (array[${countries.map((country) => `'${country}'`).join(',')}])[1 + (k * 7) % ${countries.length}],
  case when r4 < ${1 / rareEvery} then ${rareAsn} else 1000 + k end, case when d.site_id > 1 then d.site_id + 1 when r3 < 0.97 then 1 else 2 end,
  case when r2 < 0.004 then 1 when r2 < 0.005 then 3 else 0 end, case when r2 < 0.004 then 1 + floor(1250 * r2)::int else 0 end, 0,
  case when k % 11 = 0 then 2 when k % 29 = 0 then 3 when k % 97 = 0 then 4 else 1 end, 0
from (
  select ($2::float8 + 86400000 * (x - 0.08 * sin(2 * pi() * x)))::bigint as ms, floor(600 * r1 ^ 3)::int as k,
    case when r5 < 0.95 then 1 else 2 + floor(${smallSites} * r6 ^ 3)::int end as site_id,
    case when r3 < 0.92 then 0 when r3 < 0.96 then 1 when r3 < 0.995 then 2 else 3 end as outcome, r1, r2, r3, r4, r5, r6, r7, h
  from (select (i - 0.5) / $1::float8 as x, ${draws} from generate_series(1, $1::int) i) drawn
) d`

/** The same for an attack on the large site: `$1` rows within the hour from `$2` on. */
export const attackers = (table: string): string => `
insert into captcha.${table} (${columns})
select ${idOf('d.ms')}, 0, 1, to_timestamp(d.ms / 1000.0), to_timestamp((d.ms + 900) / 1000.0), 2, 0.9 + 0.1 * r4, 900, 300, 4194304, 'www.shop.example', 1, 'Chrome 151', 'Linux', 'desktop', 'en',
  ('203.0.' || floor(250 * r2 ^ 2)::int || '.0/24')::cidr, 'webdriver 6 hosting-network 1.1', 'RU', ${attack.asn}, 1, 0, 0, 0, 2, 0
from (select ($2::float8 + 3600000 * (i - 0.5) / $1::float8)::bigint as ms, ${draws} from generate_series(1, $1::int) i) d`

/** The visitors of another day's table once more, `$1` milliseconds later, with ids of their own. */
export const again = (table: string, template: string): string => `
insert into captcha.${table} (${columns})
select (substr(t.head, 1, 8) || '-' || substr(t.head, 9) || substr(v.id::text, 14))::uuid, ${columns
  .split(',')
  .slice(1)
  .map((column) => column.trim())
  .map((column) =>
    column === 'issued_at' || column === 'finished_at'
      ? `v.${column} + $1::float8 * interval '1 millisecond'`
      : `v.${column}`,
  )
  .join(', ')}
from captcha.${template} v
cross join lateral (select lpad(to_hex((extract(epoch from v.issued_at) * 1000 + $1::float8)::bigint), 12, '0') as head) t`

function idOf(ms: string): string {
  return `(lpad(to_hex(${ms}), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid`
}
