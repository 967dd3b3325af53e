import { compileSpring, goBuild, springPath } from './frameworks.ts'
import { cargo } from './platforms.ts'

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
  before: goBuild(
    `mkdir -p .build-go/src/${file} && sed '/^\\/\\/go:build ignore$/d' ${at(file)} > .build-go/src/${file}/main.go && ` +
      `echo 'module example' > .build-go/src/${file}/go.mod && go build -o .build-go/${file}.out ${file}`,
  ),
  command: [`.build-go/${file}.out`],
})
const cSharp = '-langversion:7.2 -nowarn:1591 -r:System.Net.Http'
const bollardDll = `mkdir -p bin && mcs ${cSharp} -target:library -out:bin/Bollard.dll src/*.cs`
const kotlinPath = '../java/target/classes:target/classes:/usr/share/java/kotlin-stdlib.jar'
const scalaPath = '../java/target/classes:target/classes'
const rustStubs = (name: string, crates: readonly string[]) =>
  shell(
    `mkdir -p .build-stubs && ${crates.map((crate) => `rustc --edition 2021 --crate-type lib --crate-name ${crate} --out-dir .build-stubs stubs/${crate}.rs`).join(' && ')} && ` +
      `sed '/^#\\[post(/d; s/{post, web/{web/' .build-examples/${name}.rs > .build-stubs/${name}-checked.rs && ` +
      `rustc --edition 2021 --crate-type lib --crate-name checked --emit metadata --out-dir .build-stubs -L .build-stubs -L target/debug/deps ` +
      `--extern bollard_captcha=$(ls -t target/debug/libbollard_captcha.rlib) ` +
      `${crates.map((crate) => `--extern ${crate}=.build-stubs/lib${crate}.rlib`).join(' ')} .build-stubs/${name}-checked.rs`,
  )
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
  php: ['plain', 'laravel', 'symfony'].map((name) => ({
    file: `${name}.php`,
    command: shell(
      `BOLLARD_EXAMPLE="$PWD/${at(name)}.php" exec php -S 127.0.0.1:$PORT ${name === 'plain' ? 'tests/frameworks/plain.php' : `tests/frameworks/${name}/index.php`}`,
    ),
  })),
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
  // ASP.NET Core is not Debian's: the part for it is compiled with as much of its interfaces as it uses.
  dotnet: [
    {
      file: 'Plain.cs',
      before: shell(`${bollardDll} && mcs ${cSharp} -r:bin/Bollard.dll -out:bin/Plain.exe ${at('Plain.cs')}`),
      command: ['mono', 'bin/Plain.exe'],
    },
    {
      file: 'AspNet.cs',
      before: shell(
        `${bollardDll} && mcs ${cSharp} -target:library -out:bin/AspNetCoreStubs.dll tests/stubs/*.cs && ` +
          `mcs ${cSharp} -r:bin/AspNetCoreStubs.dll,bin/Bollard.dll -target:library -out:bin/Bollard.AspNetCore.dll aspnet/*.cs && ` +
          `mcs ${cSharp} -r:bin/AspNetCoreStubs.dll,bin/Bollard.dll,bin/Bollard.AspNetCore.dll -out:bin/AspNet.exe ${at('AspNet.cs')}`,
      ),
    },
  ],
  groovy: [
    { file: 'plain.groovy', command: ['groovy', '-cp', '../java/target/classes:target/classes', at('plain.groovy')] },
  ],
  kotlin: [
    {
      file: 'plain.kt',
      before: shell(`kotlinc -cp ${kotlinPath} -d .build-examples/plain ${at('plain.kt')}`),
      command: ['java', '-cp', `.build-examples/plain:${kotlinPath}`, 'PlainKt'],
    },
    {
      // Ktor isn't Debian's either.
      file: 'Ktor.kt',
      before: shell(
        `kotlinc -Werror -cp ${kotlinPath} -d .build-examples/ktor $(find ktor/src -name '*.kt') ${at('Ktor.kt')}`,
      ),
    },
  ],
  scala: [
    {
      file: 'Plain.scala',
      before: shell(
        `mkdir -p .build-examples/out && scalac -cp ${scalaPath} -d .build-examples/out ${at('Plain.scala')}`,
      ),
      command: ['java', '-cp', `.build-examples/out:${scalaPath}:/usr/share/java/scala-library.jar`, 'Plain'],
    },
  ],
  // Nor are axum and actix; the attribute of actix is a macro, so the check goes without.
  rust: [
    { file: 'plain.rs', before: [...cargo, 'build', '--quiet', '--example', 'plain'] },
    { file: 'axum.rs', before: rustStubs('axum', ['tokio', 'axum']) },
    { file: 'actix.rs', before: rustStubs('actix', ['actix_web']) },
  ],
  go: ['net_http.go', 'chi.go', 'gin.go'].map(goExample),
}
