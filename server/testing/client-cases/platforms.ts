/** A client that is tested with its own toolchain. */
export interface Platform {
  readonly name: string
  /** Debian's packages of its toolchain. */
  readonly packages: readonly string[]
  /** Prints the version of its toolchain. */
  readonly version: readonly string[]
  /** Each runs in `client/<name>` before the cases; such as a compiler, or the tests of what is not about HTTP. */
  readonly before: readonly (readonly string[])[]
  /** Each runs the cases: gets their address as BOLLARD_CASES, prints what the client did as JSON. */
  readonly cases: readonly (readonly string[])[]
}

export const platforms: readonly Platform[] = [
  {
    name: 'go',
    packages: ['golang-go'],
    version: ['go', 'version'],
    before: [
      ['go', 'vet', './...'],
      ['go', 'test', './...'],
    ],
    cases: [['go', 'run', './casesrun']],
  },
  {
    name: 'java',
    packages: ['default-jdk-headless'],
    version: ['java', '--version'],
    before: [
      ['sh', '-c', 'javac --release 11 -Xlint:all -Werror -d target/classes $(find src -name "*.java")'],
      ['java', '-cp', 'target/classes', 'bollard.BollardTest'],
    ],
    cases: [['java', '-cp', 'target/classes', 'bollard.RunCases']],
  },
  {
    name: 'php',
    packages: ['php-cli', 'php-curl'],
    version: ['php', '--version'],
    before: [['php', 'tests/run.php']],
    // With curl, and for PHP that lacks it.
    cases: [
      ['php', 'tests/run-cases.php', 'curl'],
      ['php', 'tests/run-cases.php', 'stream'],
    ],
  },
  {
    name: 'python',
    packages: ['python3', 'python3-django', 'python3-flask', 'python3-fastapi', 'python3-httpx'],
    version: ['python3', '--version'],
    before: [['python3', '-m', 'unittest', 'discover', '-s', 'tests']],
    cases: [['python3', 'tests/run_cases.py']],
  },
  {
    name: 'ruby',
    packages: ['ruby', 'ruby-minitest', 'ruby-sinatra'],
    version: ['ruby', '--version'],
    before: [['ruby', 'test/bollard_test.rb']],
    cases: [['ruby', 'test/run_cases.rb']],
  },
]
