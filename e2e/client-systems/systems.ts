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

const php = ['php-cli', 'php-curl', 'php-xml']
const phpVersion = ['php', '-r', 'echo "PHP ", PHP_VERSION;']
/** Every file, own and built ones apart. */
const parsePhp = ['sh', '-c', 'find . -name "*.php" -not -path "./build/*" -print0 | xargs -0 -n1 php -l > /dev/null']

export const systems: readonly System[] = [
  {
    name: 'wordpress',
    packages: [
      ...php,
      'php-mysql',
      'php-mbstring',
      'php-zip',
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
  ...['craft-cms', 'joomla', 'magento-2', 'typo3'].map((name): System => ({
    name,
    packages: [...php, 'libxml2-utils'],
    versions: [phpVersion],
    commands: [
      parsePhp,
      ['sh', '-c', 'find . -name "*.xml" -not -path "./build/*" -o -name "*.xlf" | xargs -r xmllint --noout'],
      ['php', 'tests/run.php'],
      ...(name === 'joomla' ? [['php', '../bundle.php', name]] : []),
    ],
  })),
  {
    name: 'keycloak',
    packages: ['default-jdk-headless', 'libxml2-utils'],
    versions: [['java', '--version']],
    commands: [
      ['xmllint', '--noout', 'pom.xml'],
      [
        'sh',
        '-c',
        'rm -rf target && javac --release 17 -Xlint:all -Werror -d target/classes $(find ../java/src/main src -name "*.java") && cp -r src/main/resources/* target/classes/',
      ],
      ['java', '-cp', 'target/classes', 'bollard.keycloak.KeycloakTest'],
    ],
  },
  {
    name: 'android',
    // Of Android itself: its org.json.
    packages: ['default-jdk-headless', 'libandroid-json-org-java', 'libxml2-utils'],
    versions: [['java', '--version']],
    commands: [
      ['xmllint', '--noout', 'src/main/AndroidManifest.xml'],
      [
        'sh',
        '-c',
        'rm -rf target && javac --release 11 -Xlint:all -Werror -cp /usr/share/java/json-android.jar -d target/classes $(find src examples -name "*.java") && cp -r src/main/resources/* target/classes/',
      ],
      ['java', '-cp', 'target/classes:/usr/share/java/json-android.jar', 'bollard.android.AndroidTest'],
    ],
  },
  // What Android, iOS and Flutter show.
  { name: 'app-page', packages: [], versions: [], commands: [], isRun: true },
]
