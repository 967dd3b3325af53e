/** A list of addresses that an operator publishes for one or more of its programs. */
export interface RangeSource {
  readonly id: string
  readonly url: string
  /** `PREFIXES`: JSON of Google's form, which says its own date. `LINES`: an address or a network at the start of each line. */
  readonly form: 'PREFIXES' | 'LINES'
}

/** Where operators publish their lists. Nothing here is ever fetched: who runs the product fetches them and hands them in. */
export const rangeSources: readonly RangeSource[] = [
  prefixes('googlebot', 'https://developers.google.com/static/search/apis/ipranges/googlebot.json'),
  prefixes('google-special', 'https://developers.google.com/static/search/apis/ipranges/special-crawlers.json'),
  prefixes(
    'google-user-triggered',
    'https://developers.google.com/static/search/apis/ipranges/user-triggered-fetchers-google.json',
  ),
  prefixes('bingbot', 'https://www.bing.com/toolbox/bingbot.json'),
  prefixes('applebot', 'https://search.developer.apple.com/applebot.json'),
  prefixes('duckduckbot', 'https://duckduckgo.com/duckduckbot.json'),
  prefixes('duckassistbot', 'https://duckduckgo.com/duckassistbot.json'),
  prefixes('qwantbot', 'https://help.qwant.com/wp-content/uploads/sites/2/2025/01/qwantbot.json'),
  prefixes('gptbot', 'https://openai.com/gptbot.json'),
  prefixes('oai-searchbot', 'https://openai.com/searchbot.json'),
  prefixes('chatgpt-user', 'https://openai.com/chatgpt-user.json'),
  prefixes('perplexitybot', 'https://www.perplexity.com/perplexitybot.json'),
  prefixes('perplexity-user', 'https://www.perplexity.com/perplexity-user.json'),
  prefixes('mistralai-user', 'https://mistral.ai/mistralai-user-ips.json'),
  prefixes('ccbot', 'https://index.commoncrawl.org/ccbot.json'),
  prefixes('amazonbot', 'https://developer.amazon.com/amazonbot/ip-addresses/'),
  prefixes('ahrefs', 'https://api.ahrefs.com/v3/public/crawler-ip-ranges'),
  { id: 'meta', url: 'https://www.facebook.com/peering/geofeed', form: 'LINES' },
  { id: 'uptimerobot', url: 'https://uptimerobot.com/inc/files/ips/IPv4andIPv6.txt', form: 'LINES' },
  { id: 'better-stack', url: 'https://betteruptime.com/ips.txt', form: 'LINES' },
]

function prefixes(id: string, url: string): RangeSource {
  return { id, url, form: 'PREFIXES' }
}
