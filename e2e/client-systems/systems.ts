/** A system that is tested with tools of Debian. What each runs stands in its README. */
export interface System {
  readonly name: string
  /** Debian's packages. */
  readonly packages: readonly string[]
  /** Each prints a version. */
  readonly versions: readonly (readonly string[])[]
  /** Each runs in `client/<name>`: parsers, compilers, and tests against stand-ins for the system's interfaces. */
  readonly commands: readonly (readonly string[])[]
  /** Whether `e2e/client-systems/<name>` has checks of the real system in a browser. */
  readonly isRun?: true
}

const php = ['php-cli', 'php-curl']
const phpVersion = ['php', '-r', 'echo "PHP ", PHP_VERSION;']
/** Every file, own and built ones apart. */
const parsePhp = ['sh', '-c', 'find . -name "*.php" -not -path "./build/*" -print0 | xargs -0 -n1 php -l > /dev/null']

export const systems: readonly System[] = [
  {
    name: 'wordpress',
    packages: [
      ...php,
      'php-mysql',
      'php-xml',
      'php-mbstring',
      'wordpress',
      'wordpress-theme-twentytwentyone',
      'mariadb-server-core',
      'mariadb-client-core',
    ],
    versions: [
      ['php', '-r', 'require "/usr/share/wordpress/wp-includes/version.php"; echo "WordPress ", $wp_version;'],
      phpVersion,
      ['sh', '-c', 'mariadbd --version | sed -E "s/.*Ver ([0-9.]+).*/MariaDB \\1/"'],
    ],
    commands: [parsePhp, ['php', 'tests/run.php']],
    isRun: true,
  },
]
