import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { closedPort } from './loopback.ts'
import { end, isUp } from './run-framework.ts'
import { serveFrameworks } from './serve-frameworks.ts'

/*
 * What a newcomer does: runs a framework's generator, adds the client and at most ten lines, and has a form that only visitors with a token
 * get through. `client/newcomers [express] [flask] [rails]`, with the toolchains of `client/test-all --install`.
 */
interface Newcomer {
  readonly name: string
  /** Makes the application in the folder and installs the client. */
  readonly begin: (folder: string) => void
  /** The lines that are added: to which file, after which line, which. */
  readonly lines: readonly { readonly file: string; readonly after?: string; readonly add: readonly string[] }[]
  readonly command: readonly string[]
  readonly form: string
  readonly action: string
}

const client = (path: string) => fileURLToPath(new URL(`../../../client/${path}`, import.meta.url))
const linesMax = 10
const widget = (tag: string) => `<script type="module" src="https://captcha.example.org/widget.js"></script>${tag}`

const newcomers: readonly Newcomer[] = [
  {
    name: 'express',
    begin(folder) {
      run(folder, 'npm', 'exec', '--yes', 'express-generator@4.16.1', '--', '--no-view', '.')
      const packed = run(client('node'), 'npm', 'pack', '--silent', '--pack-destination', folder)
        .trim()
        .split('\n')
        .at(-1)
      run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--silent', `./${packed}`)
    },
    lines: [
      {
        file: 'app.js',
        after: "app.use('/users', usersRouter);",
        add: [
          "var { createBollard } = require('@bollard/node');",
          "var { protect } = require('@bollard/node/express');",
          'var bollard = createBollard({ secretKey: process.env.BOLLARD_SECRET_KEY, host: process.env.BOLLARD_HOST });',
          "app.post('/signup', protect(bollard, { action: 'signup' }), (req, res) => res.send('Thank you.'));",
        ],
      },
      {
        file: 'public/index.html',
        after: '  <p>Welcome to Express</p>',
        add: [
          '<form method="post" action="/signup"><input name="name">',
          widget('<bollard-captcha sitekey="YOUR_SITE_KEY" action="signup"></bollard-captcha>'),
          '<button>Sign up</button></form>',
        ],
      },
    ],
    command: ['npm', 'start'],
    form: '/',
    action: '/signup',
  },
  {
    name: 'flask',
    begin(folder) {
      // Flask has no generator; this is the application of its quick start.
      const quickStart = [
        'from flask import Flask',
        '',
        'app = Flask(__name__)',
        '',
        '@app.route("/")',
        'def hello_world():',
      ]
      writeFileSync(`${folder}/app.py`, `${[...quickStart, '    return "<p>Hello, World!</p>"'].join('\n')}\n`)
      run(folder, '/usr/bin/python3', '-m', 'pip', 'wheel', '-q', '--no-deps', '--no-build-isolation', client('python'))
      run(folder, 'sh', '-c', '/usr/bin/python3 -m zipfile -e bollard_captcha-*.whl .')
    },
    lines: [
      {
        file: 'app.py',
        add: [
          'import os',
          'from bollard.flask import Bollard',
          'app.config.update(BOLLARD_SECRET_KEY=os.environ["BOLLARD_SECRET_KEY"], BOLLARD_HOST=os.environ["BOLLARD_HOST"])',
          'bollard = Bollard(app)',
          '@app.get("/form")',
          'def form(): return \'<form method="post" action="/signup"><bollard-captcha sitekey="YOUR_SITE_KEY"></bollard-captcha></form>\'',
          '@app.post("/signup")',
          '@bollard.protect(action="signup")',
          'def signup(): return "Thank you."',
        ],
      },
    ],
    command: ['sh', '-c', 'exec /usr/bin/python3 -m flask run --port $PORT'],
    form: '/form',
    action: '/signup',
  },
  {
    name: 'rails',
    begin(folder) {
      const rails = ['-e', 'gem "railties"; load Gem.bin_path("railties", "rails")', '--']
      run(
        folder,
        'ruby',
        ...rails,
        'new',
        '.',
        '--minimal',
        '--skip-bundle',
        '--skip-git',
        '--skip-puma',
        '--skip-active-record',
        '--skip-listen',
        '--name=shop',
      )
      // Debian has Rails itself, and not all that its generator lists besides.
      writeFileSync(`${folder}/Gemfile`, 'gem "rails"\ngem "webrick"\n')
      run(folder, 'sh', '-c', "sed -i '/bootsnap/d' config/boot.rb")
      run(client('ruby'), 'gem', 'build', '--silent', '--output', `${folder}/bollard.gem`, 'bollard.gemspec')
      run(folder, 'gem', 'unpack', '--silent', 'bollard.gem', '--target', 'vendor')
      run(
        folder,
        'sh',
        '-c',
        'mv vendor/bollard* vendor/client && gem specification bollard.gem --ruby > vendor/client/bollard.gemspec',
      )
      run(folder, 'ruby', 'bin/rails', 'generate', 'controller', 'signups', 'new', 'create', '--skip-assets', '--quiet')
    },
    lines: [
      { file: 'Gemfile', add: ['gem "bollard", require: "bollard/rails", path: "vendor/client"'] },
      {
        file: 'config/application.rb',
        after: '  class Application < Rails::Application',
        add: [
          'config.bollard.secret_key = ENV["BOLLARD_SECRET_KEY"]',
          'config.bollard.host = ENV["BOLLARD_HOST"]',
          'config.bollard.site_key = "YOUR_SITE_KEY"',
        ],
      },
      { file: 'config/routes.rb', after: "  get 'signups/create'", add: ["post 'signups/create'"] },
      {
        file: 'app/controllers/signups_controller.rb',
        after: 'class SignupsController < ApplicationController',
        add: ['protect_with_bollard only: :create, bollard_action: "signup"'],
      },
      {
        file: 'app/views/signups/new.html.erb',
        add: [
          '<%= form_with url: "/signups/create", local: true do %>',
          '  <%= bollard_captcha action: "signup" %>',
          '  <%= submit_tag "Sign up" %>',
          '<% end %>',
        ],
      },
    ],
    command: ['sh', '-c', 'exec ruby bin/rails server -b 127.0.0.1 -p $PORT -u webrick'],
    form: '/signups/new',
    action: '/signups/create',
  },
]

const wanted = process.argv.slice(2)
const server = await serveFrameworks()
try {
  for (const newcomer of newcomers.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const fault = await welcome(newcomer).catch((error: unknown) => String(error))
    const count = newcomer.lines.flatMap(({ add }) => add).length
    console.log(`${newcomer.name}: ${count} lines${fault === null ? ', protected' : `; ${fault}`}`)
    if (fault !== null || count > linesMax) process.exitCode = 1
  }
} finally {
  await server.stop()
}

/** What went wrong; null when the form is protected. */
async function welcome({ begin, lines, command, form, action }: Newcomer): Promise<string | null> {
  const folder = mkdtempSync(`${tmpdir()}/bollard-newcomer-`)
  const application = await closedPort()
  try {
    begin(folder)
    for (const { file, after, add } of lines) insert(`${folder}/${file}`, after, add)
    const child = spawn(command[0] ?? '', command.slice(1), {
      cwd: folder,
      env: {
        ...process.env,
        PORT: new URL(application).port,
        BOLLARD_HOST: server.host,
        BOLLARD_SECRET_KEY: server.secretKey,
      },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said: Buffer[] = []
    child.stderr.on('data', (part: Buffer) => said.push(part))
    try {
      if (!(await isUp(application, child))) return `it did not start: ${Buffer.concat(said).toString().slice(-2_000)}`
      const page = await fetch(application + form)
      const html = await page.text()
      if (!html.includes('<bollard-captcha')) return `the page has no captcha: ${page.status} ${html.slice(0, 500)}`
      // Rails has a secret of its own in the form, and its other half in a cookie.
      const own = /name="authenticity_token" value="([^"]+)"/u.exec(html)?.[1]
      const cookie = page.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      const send = async (token: string | null) => {
        const fields = { name: 'Zoë', ...(own === undefined ? {} : { authenticity_token: own }) }
        const body = new URLSearchParams(token === null ? fields : { ...fields, 'bollard-response': token })
        const { status } = await fetch(application + action, { method: 'POST', body, headers: { cookie } })
        return status
      }
      const got = [await send(null), await send(await server.token('used')), await send(await server.token('fresh'))]
      return got.join() === '403,403,200'
        ? null
        : `it answered ${got.join()}: ${Buffer.concat(said).toString().slice(-2_000)}`
    } finally {
      await end(child)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function insert(path: string, after: string | undefined, add: readonly string[]): void {
  const text = add.join('\n')
  if (after === undefined) return appendFileSync(path, `${text}\n`)
  const before = readFileSync(path, 'utf8')
  if (!before.includes(`${after}\n`)) throw new Error(`${path} has no line ${after}`)
  writeFileSync(
    path,
    before.replace(`${after}\n`, () => `${after}\n${text}\n`),
  )
}

function run(cwd: string, program: string, ...rest: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, rest, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${rest.join(' ')}: ${stdout}${stderr}`.slice(0, 3_000))
  return stdout
}
