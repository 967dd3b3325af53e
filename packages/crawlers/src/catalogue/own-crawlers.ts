import type { Crawler, Proof } from './crawler.ts'
import type { Purpose } from '../purpose/purposes.ts'

/** A crawler, and what its user agents contain, in any case of letters; nothing where it is only named in robots.txt. */
export interface OwnCrawler extends Crawler {
  readonly says: readonly string[]
}

/** What an operator's programs share. */
interface Operator {
  readonly operator: string
  /** Where it says so. */
  readonly source: string
  readonly proof?: Proof
}

type Row = readonly [
  name: string,
  purpose: Purpose,
  own?: { readonly says?: readonly string[]; readonly token?: string | null; readonly proof?: Proof },
]

function by({ operator, source, proof = {} }: Operator, rows: readonly Row[]): OwnCrawler[] {
  return rows.map(([name, purpose, own = {}]) => ({
    name,
    operator,
    purpose,
    source,
    token: own.token === undefined ? name : own.token,
    says: own.says ?? [name],
    proof: own.proof ?? proof,
  }))
}

const google = 'https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests'
/** A survey of what operators of AI crawlers say about them; its facts of 2026-08-22. */
const survey = 'https://github.com/ai-robots-txt/ai.robots.txt/blob/main/table-of-bot-metrics.md'

/**
 * Programs of which we know more than the package of user agents does: who runs them, what for, and how they prove it. A way
 * to prove is only named where the operator documents it, since a wrong one would call the true program a liar.
 */
export const ownCrawlers: readonly OwnCrawler[] = [
  ...by({ operator: 'Google', source: google, proof: { names: ['googlebot.com'], ranges: ['googlebot'] } }, [
    ['Googlebot', 'SEARCH'],
    ['Googlebot-Image', 'SEARCH'],
    ['Googlebot-News', 'SEARCH'],
    ['Googlebot-Video', 'SEARCH'],
    ['Storebot-Google', 'SEARCH'],
    ['Google-InspectionTool', 'SEARCH'],
    ['Google-CloudVertexBot', 'AI_SEARCH'],
    ['GoogleOther', 'OTHER'],
    // No program says this name: it only tells Googlebot what its pages may be used for.
    ['Google-Extended', 'AI_TRAINING', { says: [] }],
  ]),
  ...by({ operator: 'Google', source: google, proof: { names: ['google.com'], ranges: ['google-special'] } }, [
    ['AdsBot-Google', 'OTHER'],
    ['Mediapartners-Google', 'OTHER'],
    ['APIs-Google', 'OTHER'],
    ['Google-Safety', 'SECURITY', { token: null }],
  ]),
  ...by(
    {
      operator: 'Google',
      source: google,
      // Anyone's program on App Engine has a name under the shared one.
      proof: { names: ['google.com'], sharedNames: ['gae.googleusercontent.com'], ranges: ['google-user-triggered'] },
    },
    [
      ['FeedFetcher-Google', 'FEED_READER'],
      ['GoogleProducer', 'FEED_READER'],
      ['Google-Read-Aloud', 'OTHER'],
      ['Google-Site-Verification', 'OTHER'],
      ['Google-NotebookLM', 'AI_USER'],
    ],
  ),
  ...by(
    {
      operator: 'Microsoft',
      source: 'https://www.bing.com/webmasters/help/verify-bingbot-2195837f',
      proof: { names: ['search.msn.com'], ranges: ['bingbot'] },
    },
    [
      ['bingbot', 'SEARCH'],
      ['adidxbot', 'OTHER'],
      ['BingPreview', 'PREVIEW'],
      ['MicrosoftPreview', 'PREVIEW'],
    ],
  ),
  ...by(
    {
      operator: 'Apple',
      source: 'https://support.apple.com/en-us/119829',
      proof: { names: ['applebot.apple.com'], ranges: ['applebot'] },
    },
    [
      ['Applebot', 'SEARCH'],
      ['Applebot-Extended', 'AI_TRAINING', { says: [] }],
      // Messages borrow the names of two others for their previews, from people's own telephones.
      [
        'iMessage preview',
        'PREVIEW',
        { says: ['facebookexternalhit/1.1 Facebot Twitterbot/1.0'], token: null, proof: {} },
      ],
    ],
  ),
  ...by({ operator: 'DuckDuckGo', source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot/' }, [
    ['DuckDuckBot', 'SEARCH', { proof: { ranges: ['duckduckbot'] } }],
    ['DuckAssistBot', 'AI_SEARCH', { proof: { ranges: ['duckassistbot'] } }],
  ]),
  ...by(
    {
      operator: 'Yandex',
      source: 'https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html',
      proof: { names: ['yandex.ru', 'yandex.net', 'yandex.com'] },
    },
    [['YandexBot', 'SEARCH', { says: ['yandex.com/bots', 'YandexBot'], token: 'Yandex' }]],
  ),
  ...by(
    {
      operator: 'Baidu',
      source: 'https://help.baidu.com/question?prod_id=99&class=0&id=3001',
      proof: { names: ['baidu.com', 'baidu.jp'] },
    },
    [['Baiduspider', 'SEARCH']],
  ),
  ...by(
    { operator: 'Yahoo', source: 'https://help.yahoo.com/kb/SLN22600.html', proof: { names: ['crawl.yahoo.net'] } },
    [['Slurp', 'SEARCH', { says: ['Yahoo! Slurp'] }]],
  ),
  ...by({ operator: 'Mojeek', source: 'https://www.mojeek.com/bot.html', proof: { names: ['mojeek.com'] } }, [
    ['MojeekBot', 'SEARCH'],
  ]),
  ...by({ operator: 'Qwant', source: 'https://help.qwant.com/bot/', proof: { ranges: ['qwantbot'] } }, [
    ['Qwantbot', 'SEARCH'],
  ]),
  ...by({ operator: 'OpenAI', source: 'https://platform.openai.com/docs/bots' }, [
    ['GPTBot', 'AI_TRAINING', { proof: { ranges: ['gptbot'] } }],
    ['OAI-SearchBot', 'AI_SEARCH', { proof: { ranges: ['oai-searchbot'] } }],
    ['ChatGPT-User', 'AI_USER', { proof: { ranges: ['chatgpt-user'] } }],
    // Looks like a browser and signs its requests.
    ['ChatGPT agent', 'AI_USER', { says: [], token: null, proof: { signer: 'https://chatgpt.com' } }],
  ]),
  ...by({ operator: 'Anthropic', source: 'https://support.claude.com/en/articles/8896518' }, [
    ['ClaudeBot', 'AI_TRAINING'],
    ['Claude-SearchBot', 'AI_SEARCH'],
    ['Claude-User', 'AI_USER'],
    ['anthropic-ai', 'AI_TRAINING'],
    ['Claude-Web', 'AI_TRAINING'],
  ]),
  ...by({ operator: 'Perplexity', source: 'https://docs.perplexity.ai/guides/bots' }, [
    ['PerplexityBot', 'AI_SEARCH', { proof: { ranges: ['perplexitybot'] } }],
    ['Perplexity-User', 'AI_USER', { proof: { ranges: ['perplexity-user'] } }],
  ]),
  ...by({ operator: 'Mistral AI', source: 'https://docs.mistral.ai/robots', proof: { ranges: ['mistralai-user'] } }, [
    ['MistralAI-User', 'AI_USER'],
  ]),
  ...by(
    {
      operator: 'Common Crawl',
      source: 'https://commoncrawl.org/ccbot',
      proof: { names: ['crawl.commoncrawl.org'], ranges: ['ccbot'] },
    },
    [['CCBot', 'AI_TRAINING']],
  ),
  ...by(
    {
      operator: 'Meta',
      source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
      proof: { ranges: ['meta'] },
    },
    [
      ['facebookexternalhit', 'PREVIEW'],
      ['meta-externalagent', 'AI_TRAINING'],
      ['meta-externalfetcher', 'AI_USER'],
      ['meta-webindexer', 'AI_SEARCH'],
      ['FacebookBot', 'AI_TRAINING'],
    ],
  ),
  ...by({ operator: 'Amazon', source: 'https://developer.amazon.com/amazonbot' }, [
    ['Amazonbot', 'AI_TRAINING', { proof: { names: ['crawl.amazonbot.amazon'], ranges: ['amazonbot'] } }],
    ['Amzn-SearchBot', 'AI_SEARCH'],
    ['Amzn-User', 'AI_USER'],
  ]),
  ...by(
    {
      operator: 'Ahrefs',
      source: 'https://help.ahrefs.com/en/articles/78658-what-is-the-list-of-your-ip-ranges',
      proof: { ranges: ['ahrefs'] },
    },
    [
      ['AhrefsBot', 'SEO'],
      ['AhrefsSiteAudit', 'SEO'],
    ],
  ),
  ...by(
    { operator: 'UptimeRobot', source: 'https://uptimerobot.com/help/locations/', proof: { ranges: ['uptimerobot'] } },
    [['UptimeRobot', 'MONITOR']],
  ),
  ...by(
    {
      operator: 'Better Stack',
      source: 'https://docs.betteruptime.com/frequently-asked-questions',
      proof: { ranges: ['better-stack'] },
    },
    [['Better Uptime Bot', 'MONITOR', { token: null }]],
  ),
  ...by({ operator: 'NetNewsWire', source: 'https://netnewswire.com/' }, [
    ['NetNewsWire', 'FEED_READER', { token: null }],
  ]),
  ...by({ operator: 'Newsboat', source: 'https://newsboat.org/' }, [['newsboat', 'FEED_READER', { token: null }]]),
  ...by({ operator: 'Liferea', source: 'https://lzone.de/liferea/' }, [['Liferea', 'FEED_READER', { token: null }]]),
  ...by({ operator: 'Nextcloud', source: 'https://github.com/nextcloud/news' }, [
    ['Nextcloud News', 'FEED_READER', { says: ['NextCloud-News'], token: null }],
  ]),
  ...by({ operator: 'ByteDance', source: survey }, [
    ['Bytespider', 'AI_TRAINING'],
    ['TikTokSpider', 'OTHER'],
  ]),
  ...by({ operator: 'Cohere', source: survey }, [
    ['cohere-training-data-crawler', 'AI_TRAINING'],
    ['cohere-ai', 'AI_USER'],
  ]),
  ...by({ operator: 'DeepSeek', source: survey }, [['DeepSeekBot', 'AI_TRAINING']]),
  ...by({ operator: 'Allen Institute for AI', source: 'https://allenai.org/crawler' }, [['AI2Bot', 'AI_TRAINING']]),
  ...by({ operator: 'Google', source: survey }, [['Gemini-Deep-Research', 'AI_USER']]),
  ...by({ operator: 'You.com', source: survey }, [['YouBot', 'AI_SEARCH']]),
  ...by({ operator: 'Phind', source: survey }, [['PhindBot', 'AI_SEARCH']]),
  ...by({ operator: 'iAsk', source: survey }, [
    ['iaskspider', 'AI_SEARCH'],
    ['iAskBot', 'AI_SEARCH'],
  ]),
  ...by({ operator: 'Tavily', source: survey }, [['TavilyBot', 'AI_SEARCH']]),
  ...by({ operator: 'Linkup', source: survey }, [['LinkupBot', 'AI_SEARCH']]),
  ...by({ operator: 'Devin AI', source: survey }, [['Devin', 'AI_USER', { says: ['Devin/'] }]]),
  ...by({ operator: 'Kagi', source: survey }, [['kagi-fetcher', 'AI_USER']]),
]
