import { endOfTag } from '../end-of-tag.ts'
import type { ProjectFile } from './project-files.ts'
import { lineAt, type Step } from './move-libraries.ts'
import { intoHead } from './move-captcha.ts'
import type { FileChange } from './write-changes.ts'

export interface Addition {
  /** What the project is made with, as far as it can be told. */
  readonly frameworks: readonly string[]
  readonly changes: readonly FileChange[]
  readonly steps: readonly Step[]
}

const frameworks: readonly {
  readonly name: string
  readonly file: RegExp
  readonly text: RegExp
  readonly server?: string
}[] = [
  { name: 'React', file: /(?:^|\/)package\.json$/u, text: /"react"\s*:/u },
  { name: 'Vue', file: /(?:^|\/)package\.json$/u, text: /"vue"\s*:/u },
  { name: 'Angular', file: /(?:^|\/)package\.json$/u, text: /"@angular\/core"\s*:/u },
  { name: 'Next.js', file: /(?:^|\/)package\.json$/u, text: /"next"\s*:/u, server: 'node' },
  { name: 'Express', file: /(?:^|\/)package\.json$/u, text: /"express"\s*:/u, server: 'express' },
  { name: 'Fastify', file: /(?:^|\/)package\.json$/u, text: /"fastify"\s*:/u, server: 'fastify' },
  {
    name: 'Flask',
    file: /\.(?:py|txt|toml)$/u,
    text: /^[ \t]*(?:from[ \t]+flask[ \t]+import|flask\b)/imu,
    server: 'python',
  },
  {
    name: 'Django',
    file: /(?:manage\.py|requirements[\w.-]*\.txt|pyproject\.toml)$/u,
    text: /django/iu,
    server: 'python',
  },
  { name: 'Rails', file: /(?:^|\/)Gemfile$/u, text: /^[ \t]*gem[ \t]+["']rails["']/mu, server: 'ruby' },
  { name: 'PHP', file: /\.php$/u, text: /<\?php|<form/u, server: 'php' },
]

/**
 * Protects the one form of a project that has no captcha: the script, the widget before the button, and for Express and Fastify the
 * check on the server. Where there is more than one place, or another server, it says plainly what goes where.
 */
export function addCaptcha(files: readonly ProjectFile[], host: string, siteKey: string): Addition {
  const found = frameworks.filter(({ file, text }) => files.some((one) => file.test(one.path) && text.test(one.text)))
  const forms = files.flatMap(formsOf)
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const created: FileChange[] = []
  const steps: Step[] = []
  const script = `<script type="module" src="${host}/widget.js"></script>`
  const widget = `<bollard-captcha sitekey="${siteKey}"></bollard-captcha>`
  const [form] = forms
  if (forms.some(({ hasWidget }) => hasWidget))
    return { frameworks: found.map(({ name }) => name), changes: [], steps: [] }
  if (form && forms.length === 1 && form.button !== null) {
    texts.set(form.path, beforeLine(texts.get(form.path) ?? '', form.button, widget))
    steps.push(...addScript(files, texts, form.path, script), ...noteFramework(form))
  } else
    steps.push({
      code: forms.length === 0 ? 'no-form' : 'several-forms',
      path: forms.map(({ path, line }) => `${path}:${line}`).join(', ') || '(no form found)',
      line: 0,
      advice: `Put ${script} into the head of the page and ${widget} into the form that you want to protect, before its button.`,
    })
  for (const { server } of found) if (server) steps.push(...protectServer(server, files, texts, created, host))
  if (!found.some(({ server }) => server)) steps.push(checkYourself(host))
  const changes = files.flatMap((before) => {
    const after = texts.get(before.path) ?? before.text
    return after === before.text ? [] : [{ path: before.path, before, after }]
  })
  return { frameworks: found.map(({ name }) => name), changes: [...changes, ...created], steps }
}

interface Form {
  readonly path: string
  readonly line: number
  /** Where the tag of its submit button begins; null where none is found. */
  readonly button: number | null
  readonly hasWidget: boolean
}

const template =
  /\.(?:html?|xhtml|jsx|tsx|vue|svelte|astro|php|phtml|twig|erb|ejs|hbs|handlebars|mustache|njk|liquid|jinja2?|j2|cshtml)$/u

/** Forms that send something; a search that gets a page needs no captcha. */
function formsOf({ path, text }: ProjectFile): Form[] {
  if (!template.test(path)) return []
  const forms: Form[] = []
  for (const { index } of text.matchAll(/<form(?=[\s>])/giu)) {
    if (forms.length === formsMax) break
    const start = text.slice(index, index + tagLettersMax)
    const open = start.slice(0, endOfTag(start, 0, { braces: true }) ?? 0)
    if (!sends.test(open)) continue
    const close = text.indexOf('</form', index)
    const inside = text.slice(index, close < 0 ? text.length : close)
    const button = submits.exec(inside)
    const place = button ? index + button.index : null
    forms.push({ path, line: lineAt(text, index), button: place, hasWidget: inside.includes('<bollard-captcha') })
  }
  return forms
}

/** One form is protected; of more it only says where they are. */
const formsMax = 20
const tagLettersMax = 5_000
const sends = /method\s{0,8}=\s{0,8}["'{]{0,3}\s{0,8}post|onSubmit|@submit|\(ngSubmit\)|v-on:submit|action=\{/iu
const submits =
  /<(?:button(?![^>]{0,500}type\s{0,8}=\s{0,8}["'](?:button|reset))|input[^>]{0,500}type\s{0,8}=\s{0,8}["'](?:submit|image))/iu

function beforeLine(text: string, index: number, added: string): string {
  const start = text.lastIndexOf('\n', index - 1) + 1
  const before = text.slice(start, index)
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  // On a line with other things it goes right before the button.
  return /^[ \t]*$/u.test(before)
    ? `${text.slice(0, start)}${before}${added}${newline}${text.slice(start)}`
    : `${text.slice(0, index)}${added}${text.slice(index)}`
}

function addScript(files: readonly ProjectFile[], texts: Map<string, string>, form: string, script: string): Step[] {
  const pages = files.filter(({ text }) => /<\/head>/iu.test(text)).map(({ path }) => path)
  const page = pages.includes(form) ? form : pages.length === 1 ? pages[0] : undefined
  const text = texts.get(page ?? '')
  if (page === undefined || text === undefined)
    return [
      {
        code: 'script-in-page',
        path: pages.join(', ') || '(no page)',
        line: 0,
        advice: `Put this into the head of the page: ${script}`,
      },
    ]
  texts.set(page, intoHead(text, script))
  return []
}

function noteFramework({ path, line }: Form): Step[] {
  if (path.endsWith('.vue'))
    return [
      {
        code: 'vue-element',
        path,
        line,
        advice:
          "Tell Vue that the tag is no component: compilerOptions: { isCustomElement: (tag) => tag === 'bollard-captcha' }.",
      },
    ]
  if (path.endsWith('.component.html'))
    return [
      { code: 'angular-element', path, line, advice: 'Add CUSTOM_ELEMENTS_SCHEMA to the schemas of the component.' },
    ]
  if (path.endsWith('.tsx'))
    return [
      {
        code: 'react-element',
        path,
        line,
        advice:
          'Declare the tag once for TypeScript, or use the package for React: "bollard-captcha" in JSX.IntrinsicElements.',
      },
    ]
  return []
}

/** The check of a token for servers of Node, in a file of its own. */
const nodeCheck = (
  host: string,
) => `/** Lets a request pass whose visitor Bollard has checked. BOLLARD_SECRET_KEY is the secret key of the captcha. */
export async function captchaPassed(token) {
  try {
    const answer = await fetch('${host}/captcha/v1/siteverify', {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
      body: new URLSearchParams({ secret: process.env.BOLLARD_SECRET_KEY ?? '', response: token ?? '' }),
    })
    return answer.ok && (await answer.json()).success === true
  } catch {
    // Nobody could check it. Decide here what an unchecked form is worth to you.
    return false
  }
}

/** For Express, behind the middleware that reads forms. */
export async function requireCaptcha(request, response, next) {
  if (await captchaPassed(request.body?.['bollard-response'])) return next()
  response.statusCode = 403
  response.end('Please go back and try again.')
}

/** For Fastify, as preHandler. */
export async function preventBots(request, reply) {
  if (!(await captchaPassed(request.body?.['bollard-response']))) return reply.code(403).send('Please go back and try again.')
}
`

function protectServer(
  server: string,
  files: readonly ProjectFile[],
  texts: Map<string, string>,
  created: FileChange[],
  host: string,
): Step[] {
  const routes = server === 'express' || server === 'fastify' ? files.flatMap((file) => postsOf(file, server)) : []
  const [route] = routes
  if (!route || routes.length > 1)
    return [
      { ...checkYourself(host), path: routes.map(({ path, line }) => `${path}:${line}`).join(', ') || '(your server)' },
    ]
  const text = texts.get(route.path) ?? ''
  const isModule = /\.mjs$|\.ts$/u.test(route.path) || /^import\s/mu.test(text)
  const name = `bollard-check.mjs`
  const path = `${route.path.includes('/') ? `${route.path.slice(0, route.path.lastIndexOf('/'))}/` : ''}${name}`
  if (!isModule || files.some((file) => file.path === path))
    return [{ ...checkYourself(host), path: `${route.path}:${route.line}` }]
  const used = server === 'express' ? 'requireCaptcha' : 'preventBots'
  const handled = server === 'express' ? ` ${used},` : ` { preHandler: ${used} },`
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const guarded = `${text.slice(0, route.end)}${handled}${text.slice(route.end)}`
  const first = /^import\s/mu.exec(guarded)?.index ?? 0
  texts.set(
    route.path,
    `${guarded.slice(0, first)}import { ${used} } from './${name}'${newline}${guarded.slice(first)}`,
  )
  created.push({ path, before: null, after: nodeCheck(host) })
  return [
    {
      code: 'secret-key-setting',
      path,
      line: 0,
      advice: 'Put the secret key of the captcha into BOLLARD_SECRET_KEY of the server.',
    },
  ]
}

/** Routes that take forms: where they stand, and where their handlers begin. */
function postsOf({ path, text }: ProjectFile, server: string): { path: string; line: number; end: number }[] {
  if (!/\.(?:m?js|cjs|m?ts)$/u.test(path) || !new RegExp(`["']${server}["']`, 'u').test(text)) return []
  return [...text.matchAll(/\b(?:app|server|router|fastify)\.post\(\s{0,8}["'`][^"'`\n]{1,200}["'`]\s{0,8},/gu)].map(
    (found) => ({
      path,
      line: lineAt(text, found.index),
      end: found.index + found[0].length,
    }),
  )
}

function checkYourself(host: string): Step {
  return {
    code: 'server-check',
    path: '(your server)',
    line: 0,
    advice: `Before you accept the form, send its field bollard-response: POST ${host}/captcha/v1/siteverify with secret and response, and accept it only if "success" is true. There are packages for eleven server languages.`,
  }
}
