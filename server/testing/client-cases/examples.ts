import { compileSpring, springPath } from './frameworks.ts'

/** A file of `client/<platform>/examples` and how it is tried. */
export interface Example {
  readonly file: string
  /** Builds it, or checks that it is code of its language, where it can't run. */
  readonly before?: readonly string[]
  /** Starts it, with the port as PORT; without, it isn't run. */
  readonly command?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Where a platform's examples are copied to, with the address of a real service and a free port in them. */
export const exampleFolder = (platform: string) =>
  platform === 'node' ? 'frameworks/.build-examples' : '.build-examples'

const at = (file: string) => `.build-examples/${file}`
const shell = (command: string) => ['sh', '-c', command]
const python = '/usr/bin/python3'
const pythonPath = { PYTHONPATH: 'src' }
const nodeExample = (file: string): Example => ({ file, command: ['node', `frameworks/${at(file)}`] })
const rubyExample = (file: string): Example => ({ file, command: ['ruby', '-Ilib', at(file)] })
/** As a package within GOPATH, where alone Go finds Debian's packages; with a module file, without which it finds no /v5. */
const goExample = (file: string): Example => ({
  file,
  before: shell(
    `mkdir -p .build-go/src/bollard.invalid .build-go/src/${file} && ` +
      `ln -sfn "$PWD" .build-go/src/bollard.invalid/bollard && ` +
      `sed '/^\\/\\/go:build ignore$/d' ${at(file)} > .build-go/src/${file}/main.go && ` +
      `echo 'module example' > .build-go/src/${file}/go.mod && ` +
      `GO111MODULE=off GOPATH="$PWD/.build-go:/usr/share/gocode" go build -o .build-go/${file}.out ${file}`,
  ),
  command: [`.build-go/${file}.out`],
})
const typeCheck = shell('cd frameworks && node_modules/.bin/tsc -p tsconfig.json')

export const examples: Readonly<Record<string, readonly Example[]>> = {
  node: [
    ...['plain.mjs', 'express.mjs', 'fastify.mjs', 'hono.mjs'].map(nodeExample),
    // Parts of applications; frameworks/ runs their like.
    ...['next/route.ts', 'next/actions.ts', 'react-router.ts'].map((file) => ({ file, before: typeCheck })),
  ],
  python: [
    { file: 'plain.py', command: [python, at('plain.py')], env: pythonPath },
    {
      file: 'flask_app.py',
      command: shell(`exec ${python} -m flask --app ${at('flask_app.py')} run --port $PORT`),
      env: pythonPath,
    },
    {
      file: 'django_app.py',
      command: shell(`exec ${python} ${at('django_app.py')} runserver --noreload 127.0.0.1:$PORT`),
      env: pythonPath,
    },
    {
      file: 'fastapi_app.py',
      command: shell(`exec ${python} -m uvicorn --app-dir .build-examples fastapi_app:app --port $PORT`),
      env: pythonPath,
    },
  ],
  php: [
    ...['plain', 'laravel', 'symfony'].map((name) => ({
      file: `${name}.php`,
      command: shell(`BOLLARD_EXAMPLE="$PWD/${at(name)}.php" exec php -S 127.0.0.1:$PORT ${name === 'plain' ? 'tests/frameworks/plain.php' : `tests/frameworks/${name}/index.php`}`),
    })),
  ],
  ruby: ['plain.rb', 'sinatra.rb', 'rails.rb'].map(rubyExample),
  java: [
    {
      file: 'Plain.java',
      before: shell('javac --release 11 -d target/classes $(find src/main -name "*.java")'),
      command: ['java', '-cp', 'target/classes', at('Plain.java')],
    },
    {
      // With the interface of Spring 5 and newer in place of Debian's; it isn't run.
      file: 'Spring.java',
      before: shell(
        `${compileSpring("$(find spring/src/main -name '*.java')")} && mkdir -p .build-spring/stubs && ` +
          `javac --release 11 -cp ${springPath} -d .build-spring/stubs $(find spring/src/stubs -name '*.java') && ` +
          `javac --release 11 -cp .build-spring/stubs:${springPath} -d .build-spring/examples ${at('Spring.java')}`,
      ),
    },
  ],
  go: ['net_http.go', 'chi.go', 'gin.go'].map(goExample),
}
