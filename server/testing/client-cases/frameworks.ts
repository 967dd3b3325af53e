import type { Framework } from './run-framework.ts'

/** Debian's own Python, which has Debian's Django, Flask and FastAPI. */
const python = '/usr/bin/python3'
const pythonVersion = (module: string) => [
  python,
  '-c',
  `from importlib.metadata import version; print(version("${module}"))`,
]

/** Go with Debian's packages, for which it needs the client as one of GOPATH's, too. */
export const goBuild = (build: string) => [
  'sh',
  '-c',
  'client=.build-go/src/bollard.invalid/bollard && rm -rf $client && mkdir -p $client && ' +
    'cp -r *.go go.mod bollardgin framework-forms $client && ' +
    `export GO111MODULE=off GOPATH="$PWD/.build-go:/usr/share/gocode" && ${build}`,
]
const goFramework = (name: string, folder: string, version: readonly string[]): Framework => ({
  name,
  version,
  before: goBuild(`go build -tags frameworks -o .build-go/${folder} bollard.invalid/bollard/framework-forms/${folder}`),
  command: [`.build-go/${folder}`],
})
const debianVersion = (name: string) => ['dpkg-query', '-W', '-f', '${Version}', name]

const nodeVersion = (name: string) => [
  'node',
  '-p',
  `JSON.parse(require('fs').readFileSync('frameworks/node_modules/${name}/package.json')).version`,
]
const nodeFramework = (name: string, file: string, rest: Partial<Framework> = {}): Framework => ({
  name,
  version: nodeVersion(name),
  command: [process.execPath, '--no-warnings', `frameworks/${file}`],
  ...rest,
})

const phpFramework = (name: string, version: string): Framework => ({
  name,
  version: ['php', '-r', version],
  command: ['sh', '-c', `exec php -S 127.0.0.1:$PORT tests/frameworks/${name}/index.php`],
})

/**
 * Debian's Spring is 4.3, whose servlets are in `javax`: the sources, which are for Spring 6, are compiled with that name in place of
 * `jakarta`, and so run with the same code but for the imports.
 */
const springJars = ['core', 'beans', 'context', 'aop', 'expression', 'web', 'web.servlet']
  .map((name) => `/usr/share/java/spring3-${name}.jar`)
  .concat('/usr/share/java/commons-logging.jar', '/usr/share/java/tomcat9-*.jar')
export const springPath = `"$(echo .build-spring/classes ${springJars.join(' ')} | tr ' ' :)"`
export const compileSpring = (sources: string) =>
  `set -e; rm -rf .build-spring; mkdir -p .build-spring/src .build-spring/classes; ` +
  `javac --release 11 -d .build-spring/classes $(find src/main -name '*.java'); ` +
  `for file in ${sources}; do sed 's/jakarta\\./javax./' $file > .build-spring/src/$(basename $file); done; ` +
  `javac --release 11 -cp ${springPath} ` +
  `-d .build-spring/classes .build-spring/src/*.java`
const spring: Framework = {
  name: 'spring',
  version: debianVersion('libspring-web-servlet-java'),
  before: ['sh', '-c', compileSpring("$(find spring/src -name '*.java')")],
  command: ['sh', '-c', `exec java -XX:TieredStopAtLevel=1 -cp ${springPath} bollard.spring.SpringForms`],
}

/** A page of ours would take the place of the application's own, so an action always answers with data. */
const dataAlone = { page: 'actions answer with data' }

/** Fastify and React Router are the project's own, so `npm test` runs them. */
export const installedFrameworks: readonly Framework[] = [
  nodeFramework('fastify', 'fastify.ts'),
  nodeFramework('react-router', 'react-router.ts', { apart: dataAlone }),
]

/** The frameworks that each client has a part for and that can run here, by the client's name. */
export const frameworks: Readonly<Record<string, readonly Framework[]>> = {
  node: [
    nodeFramework('express', 'express.ts'),
    nodeFramework('fastify', 'fastify-plugins.ts'),
    nodeFramework('hono', 'hono.ts'),
    nodeFramework('next', 'next', {
      before: [
        'sh',
        '-c',
        'cd frameworks/next && NEXT_TELEMETRY_DISABLED=1 ../node_modules/.bin/next build && cd .. && node check-server-action.mjs',
      ],
      command: ['sh', '-c', 'cd frameworks/next && exec ../node_modules/.bin/next start -H 127.0.0.1 -p $PORT'],
    }),
    nodeFramework('react-router', 'react-router.ts', { apart: dataAlone }),
  ],
  python: [
    { name: 'flask', version: pythonVersion('flask'), command: [python, 'tests/frameworks/flask_forms.py'] },
    { name: 'django', version: pythonVersion('django'), command: [python, 'tests/frameworks/django_forms.py'] },
    {
      name: 'django, async views',
      version: pythonVersion('django'),
      command: [python, 'tests/frameworks/django_forms.py', 'async'],
    },
    { name: 'fastapi', version: pythonVersion('fastapi'), command: [python, 'tests/frameworks/fastapi_forms.py'] },
  ],
  java: [spring],
  php: [
    phpFramework(
      'laravel',
      "require '/usr/share/php/Illuminate/autoload.php'; echo Illuminate\\Foundation\\Application::VERSION;",
    ),
    phpFramework(
      'symfony',
      "require '/usr/share/php/Symfony/Component/HttpKernel/autoload.php'; echo Symfony\\Component\\HttpKernel\\Kernel::VERSION;",
    ),
  ],
  ruby: [
    {
      name: 'sinatra',
      version: ['ruby', '-e', 'require "sinatra/version"; puts Sinatra::VERSION'],
      command: ['ruby', 'test/frameworks/sinatra_forms.rb'],
    },
    {
      name: 'rails',
      version: ['ruby', '-e', 'require "rails/version"; puts Rails.version'],
      command: ['ruby', 'test/frameworks/rails_forms.rb'],
    },
  ],
  go: [
    goFramework('net/http', 'nethttp', ['go', 'env', 'GOVERSION']),
    goFramework('chi', 'chi', debianVersion('golang-github-go-chi-chi-dev')),
    goFramework('gin', 'gin', debianVersion('golang-github-gin-gonic-gin-dev')),
  ],
}
