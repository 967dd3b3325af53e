import { endOfTag } from '../end-of-tag.ts'
import type { ProjectFile } from './project-files.ts'

/** A step that a person takes. */
export interface Step {
  readonly code: string
  readonly path: string
  /** From 1; 0 for the whole file. */
  readonly line: number
  readonly advice: string
}

const tagLettersMax = 2_000

/** Where a script takes one of these packages. */
function imports(names: string): RegExp {
  return new RegExp(String.raw`(?:\bfrom|\brequire\(|\bimport\(?)\s{0,4}["'](?:${names})["']`, 'u')
}

/** A component that takes our address as an attribute. */
const components: readonly {
  readonly library: RegExp
  readonly tag: RegExp
  readonly attribute: (host: string) => string
}[] = [
  {
    library: /["']@hcaptcha\/react-hcaptcha["']/u,
    tag: /<HCaptcha(?=[\s/>])/gu,
    attribute: (host) => `apihost="${host}/hcaptcha"`,
  },
  {
    library: /["']@hcaptcha\/vue3?-hcaptcha["']/u,
    tag: /<(?:vue-hcaptcha|VueHcaptcha)(?=[\s/>])/gu,
    attribute: (host) => `api-endpoint="${host}/hcaptcha/1/api.js"`,
  },
  {
    library: /<h-captcha(?=[\s/>])/u,
    tag: /<h-captcha(?=[\s/>])/gu,
    attribute: (host) => `jsapi="${host}/hcaptcha/1/api.js"`,
  },
  {
    library: /["']vue-recaptcha["']/u,
    tag: /<(?:vue-recaptcha|VueRecaptcha)(?=[\s/>])/gu,
    attribute: (host) => `recaptcha-host="${new URL(host).host}"`,
  },
  {
    library: /["']@marsidev\/react-turnstile["']/u,
    tag: /<Turnstile(?=[\s/>])/gu,
    attribute: () => 'injectScript={false}',
  },
]

/** A library that uses a script which is already in the page. */
const scripts: readonly {
  readonly library: RegExp
  readonly tag: (host: string, siteKey: string) => string
  readonly mark: string
}[] = [
  {
    library: /["']react-google-recaptcha["']/u,
    mark: '/recaptcha/api.js',
    tag: (host) => `<script src="${host}/recaptcha/api.js?render=explicit" async defer></script>`,
  },
  {
    library: /["']react-google-recaptcha-v3["']/u,
    mark: 'id="google-recaptcha-v3"',
    tag: (host, siteKey) =>
      `<script id="google-recaptcha-v3" src="${host}/recaptcha/api.js?render=${siteKey}"></script>`,
  },
  {
    library: /["']@marsidev\/react-turnstile["']/u,
    mark: 'id="cf-turnstile-script"',
    tag: (host) =>
      `<script id="cf-turnstile-script" src="${host}/turnstile/v0/api.js?onload=onloadTurnstileCallback&render=explicit" async defer></script>`,
  },
  {
    library: /["'](?:react|vue)-turnstile["']/u,
    mark: '/turnstile/v0/api.js',
    tag: (host) => `<script src="${host}/turnstile/v0/api.js?render=explicit"></script>`,
  },
]

/** Libraries whose address a person changes, with what goes where; `done` stands there afterwards. */
const byHand: readonly {
  readonly code: string
  readonly done: string
  readonly pattern: RegExp
  readonly advice: string
}[] = [
  {
    code: 'ng-recaptcha',
    done: '{host}/recaptcha/api.js',
    pattern: imports('ng-recaptcha(?:-2)?'),
    advice: "Provide RECAPTCHA_LOADER_OPTIONS: { onBeforeLoad: () => ({ url: new URL('{host}/recaptcha/api.js') }) }",
  },
  {
    code: 'recaptcha-v3',
    done: '{host}/recaptcha/api.js',
    pattern: imports('(?:vue-)?recaptcha-v3'),
    advice: "Pass customUrl: '{host}/recaptcha/api.js' (vue-recaptcha-v3: in loaderOptions).",
  },
  {
    code: 'hcaptcha-loader',
    done: '{host}/hcaptcha',
    pattern: imports('@hcaptcha/loader'),
    advice: "Pass apihost: '{host}/hcaptcha'.",
  },
  {
    code: 'cf-turnstile',
    done: '{host}/turnstile/v0/siteverify',
    pattern: imports('cf-turnstile'),
    advice: "Pass apiUrl: '{host}/turnstile/v0/siteverify'.",
  },
  {
    code: 'friendly-server-sdk',
    done: 'apiEndpoint',
    pattern: imports('@friendlycaptcha/server-sdk'),
    advice: "Pass apiEndpoint: '{host}'.",
  },
  {
    code: 'friendly-sdk',
    done: '{host}/friendly-captcha/site.min.js',
    pattern: imports('@friendlycaptcha/sdk'),
    advice: 'Load {host}/friendly-captcha/site.min.js by a script element instead of the package.',
  },
  {
    code: 'address-in-library',
    done: '{host}/captcha/v1/siteverify',
    pattern: imports(
      'hcaptcha|turnstile-verify|express-recaptcha|recaptcha2|grecaptcha|verify-hcaptcha|@cloudflare/pages-plugin-(?:hcaptcha|turnstile)',
    ),
    advice:
      'The address is fixed in this library. Verify the token yourself: POST {host}/captcha/v1/siteverify with secret and response.',
  },
  {
    code: 'php-recaptcha',
    done: "{host}/recaptcha/api/siteverify'",
    pattern: /new\s{1,8}\\?(?:ReCaptcha\\)?ReCaptcha\s{0,8}\(/u,
    advice:
      "Pass a second argument: new \\ReCaptcha\\RequestMethod\\CurlPost(null, '{host}/recaptcha/api/siteverify').",
  },
  {
    code: 'rails-recaptcha',
    done: 'verify_url',
    pattern: /^[ \t]*Recaptcha\.configure\b/mu,
    advice:
      "Add config.api_server_url = '{host}/recaptcha/api.js' and config.verify_url = '{host}/recaptcha/api/siteverify'.",
  },
  {
    code: 'django-recaptcha',
    done: 'RECAPTCHA_DOMAIN',
    pattern: /["'](?:django_recaptcha|captcha)["']\s{0,8},|^[ \t]*RECAPTCHA_P(?:UBLIC|RIVATE)_KEY\b/mu,
    advice: "Set RECAPTCHA_DOMAIN = '{hostname}'.",
  },
]

/** Gives each component of a library our address. A tag that has the attribute already stays. */
export function moveComponents(text: string, host: string): string {
  let moved = text
  for (const { library, tag, attribute } of components) {
    if (!library.test(text)) continue
    const added = attribute(host)
    const name = /^[\w-]+/u.exec(added)?.[0] ?? ''
    moved = moved.replaceAll(tag, (found: string, at: number, whole: string) => {
      const start = whole.slice(at, at + tagLettersMax)
      const inside = start.slice(0, endOfTag(start, 0, { braces: true }) ?? tagLettersMax)
      return new RegExp(`[\\s:]${name}\\s*[={]`, 'u').test(inside) ? found : `${found} ${added}`
    })
  }
  return moved
}

/** The script elements that libraries of the project need in its page. */
export function neededScripts(
  files: readonly ProjectFile[],
  host: string,
  siteKey: string,
): { readonly tag: string; readonly mark: string }[] {
  return scripts
    .filter(({ library }) => files.some(({ path, text }) => /\.[cm]?[jt]sx?$|\.vue$/u.test(path) && library.test(text)))
    .map(({ tag, mark }) => ({ tag: tag(host, siteKey), mark }))
}

/** What a person does about the libraries of a file. */
export function stepsOfLibraries({ path, text }: ProjectFile, host: string): Step[] {
  if (/(?:^|\/)(?:package|composer)\.json$/u.test(path)) return []
  return byHand.flatMap(({ code, done, pattern, advice }) => {
    const found = pattern.exec(text)
    return found && !text.includes(filled(done, host))
      ? [{ code, path, line: lineAt(text, found.index), advice: filled(advice, host) }]
      : []
  })
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

export function filled(advice: string, host: string): string {
  return advice.replaceAll('{host}', () => host).replaceAll('{hostname}', () => new URL(host).host)
}
