/** A client that is tested with its own toolchain. */
export interface Platform {
  readonly name: string
  /** Debian's packages of its toolchain. */
  readonly packages: readonly string[]
  /** What `--install` runs in `client/<name>` besides. */
  readonly install?: readonly string[]
  /** Prints the version of its toolchain. */
  readonly version: readonly string[]
  /** Each runs in `client/<name>` before the cases; such as a compiler, or the tests of what is not about HTTP. */
  readonly before: readonly (readonly string[])[]
  /** Each runs the cases: gets their address as BOLLARD_CASES, prints what the client did as JSON. */
  readonly cases: readonly (readonly string[])[]
}

/** The Java client and the program that runs its cases, which the other languages of its machine build on. */
const javaClasses = [
  'sh',
  '-c',
  'mkdir -p ../java/target && javac --release 11 -Xlint:all -Werror -d ../java/target/classes $(find ../java/src -name "*.java")',
]

/** Cargo with Debian's crates in place of crates.io. */
export const cargo = [
  'cargo',
  '--offline',
  '--config',
  'source.crates-io.replace-with="debian"',
  '--config',
  'source.debian.directory="/usr/share/cargo/registry"',
]

export const platforms: readonly Platform[] = [
  {
    // Debian has Mono and no .NET: the core is compiled and run with it, as C# 7.
    name: 'dotnet',
    packages: ['mono-mcs', 'mono-runtime', 'libmono-system-net-http4.0-cil'],
    version: ['mono', '--version'],
    before: [
      [
        'sh',
        '-c',
        'mkdir -p bin && mcs -langversion:7.2 -warnaserror -r:System.Net.Http -out:bin/cases.exe src/*.cs tests/*.cs',
      ],
    ],
    cases: [['mono', 'bin/cases.exe']],
  },
  {
    name: 'go',
    packages: ['golang-go', 'golang-github-gin-gonic-gin-dev', 'golang-github-go-chi-chi-dev'],
    version: ['go', 'version'],
    before: [
      ['go', 'vet', './...'],
      ['go', 'test', './...'],
    ],
    cases: [['go', 'run', './casesrun']],
  },
  {
    name: 'java',
    packages: ['default-jdk-headless', 'libspring-context-java', 'libspring-web-servlet-java', 'libtomcat9-java'],
    version: ['java', '--version'],
    before: [javaClasses, ['java', '-cp', 'target/classes', 'bollard.BollardTest']],
    cases: [['java', '-cp', 'target/classes', 'bollard.RunCases']],
  },
  {
    name: 'groovy',
    packages: ['default-jdk-headless', 'groovy'],
    version: ['groovy', '--version'],
    before: [
      javaClasses,
      ['sh', '-c', 'groovyc -cp ../java/target/classes -d target/classes $(find src/main -name "*.groovy")'],
    ],
    cases: [['groovy', '-cp', '../java/target/classes:target/classes', 'src/test/groovy/RunGroovyCases.groovy']],
  },
  {
    name: 'kotlin',
    packages: ['default-jdk-headless', 'kotlin'],
    version: ['kotlinc', '-version'],
    before: [
      javaClasses,
      ['sh', '-c', 'kotlinc -Werror -cp ../java/target/classes -d target/classes $(find src -name "*.kt")'],
    ],
    cases: [['java', '-cp', '../java/target/classes:target/classes:/usr/share/java/kotlin-stdlib.jar', 'RunCasesKt']],
  },
  {
    // Its frameworks have a lockfile of their own, and its package is what `npm pack` makes of it.
    name: 'node',
    packages: [],
    install: ['sh', '-c', 'npm ci --no-audit --no-fund && cd frameworks && npm ci --no-audit --no-fund'],
    version: ['node', '--version'],
    before: [
      ['npm', 'run', '--silent', 'build'],
      ['frameworks/node_modules/.bin/publint', '--strict', '.'],
      ['sh', '-c', 'frameworks/node_modules/.bin/attw --pack . --format ascii'],
    ],
    cases: [
      ['node', 'frameworks/run-cases.mjs', 'import'],
      ['node', 'frameworks/run-cases.mjs', 'require'],
    ],
  },
  {
    name: 'php',
    packages: [
      'composer',
      'php-cli',
      'php-curl',
      'php-guzzlehttp-guzzle',
      'php-laravel-framework',
      'php-symfony-form',
      'php-symfony-framework-bundle',
      'php-symfony-validator',
      'php-symfony-yaml',
    ],
    version: ['php', '--version'],
    before: [
      ['composer', 'validate', '--strict', '--no-interaction'],
      ['php', 'tests/run.php'],
      ['php', 'tests/run-frameworks.php'],
    ],
    // With curl, for PHP that lacks it, and through an application's own HTTP client.
    cases: [
      ['php', 'tests/run-cases.php', 'curl'],
      ['php', 'tests/run-cases.php', 'stream'],
      ['php', 'tests/run-cases.php', 'psr-18'],
    ],
  },
  {
    name: 'python',
    packages: [
      'python3',
      'python3-build',
      'python3-django',
      'python3-fastapi',
      'python3-flask',
      'python3-multipart',
      'python3-uvicorn',
    ],
    version: ['/usr/bin/python3', '--version'],
    before: [
      ['/usr/bin/python3', '-m', 'unittest', 'discover', '-s', 'tests'],
      ['sh', '-c', '/usr/bin/python3 -m build --no-isolation --outdir build/packed > /dev/null'],
    ],
    cases: [
      ['/usr/bin/python3', 'tests/run_cases.py'],
      ['/usr/bin/python3', 'tests/run_cases.py', 'async'],
    ],
  },
  {
    name: 'ruby',
    packages: ['ruby', 'ruby-minitest', 'ruby-rails', 'ruby-sinatra', 'ruby-webrick'],
    version: ['ruby', '--version'],
    before: [
      ['ruby', 'test/bollard_test.rb'],
      ['sh', '-c', 'mkdir -p build && gem build --quiet --output build/bollard.gem bollard.gemspec'],
    ],
    cases: [['ruby', 'test/run_cases.rb']],
  },
  {
    name: 'rust',
    packages: ['cargo', 'librust-getrandom-dev', 'librust-serde-json-dev', 'librust-ureq-dev', 'librust-url-dev'],
    version: ['rustc', '--version'],
    before: [
      [...cargo, 'test', '--quiet'],
      [...cargo, 'package', '--quiet', '--allow-dirty'],
    ],
    cases: [[...cargo, 'run', '--quiet', '--example', 'run_cases']],
  },
  {
    name: 'scala',
    packages: ['default-jdk-headless', 'scala'],
    version: ['scalac', '-version'],
    before: [
      javaClasses,
      [
        'sh',
        '-c',
        'mkdir -p target/classes && scalac -cp ../java/target/classes -d target/classes $(find src -name "*.scala")',
      ],
    ],
    cases: [
      ['java', '-cp', '../java/target/classes:target/classes:/usr/share/java/scala-library.jar', 'RunScalaCases'],
    ],
  },
]
