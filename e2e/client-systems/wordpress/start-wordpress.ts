import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeTestFolder } from '@bollard/testing'
import { findFreePorts } from '../../../server/testing/free-ports.ts'

export interface WordPress {
  readonly url: string
  /** Runs PHP inside WordPress and resolves with what it printed. */
  php(code: string): Promise<string>
  /** Defines constants in wp-config.php, in place of those of the last call. */
  define(constants: Readonly<Record<string, string | boolean>>): void
  stop(): Promise<void>
}

export const admin = { name: 'owner', password: 'quiet posts along the kerb' }

/** Where Debian's package puts it. */
const packaged = '/usr/share/wordpress'
const client = fileURLToPath(new URL('../../../client/', import.meta.url))

/**
 * Debian's WordPress with the plugin as `client/bundle.php` builds it, on a MariaDB of its own and PHP's own web server, in a folder that
 * is gone afterwards. Mails are kept in the option `sent_mails` instead of being sent. With `network` it is a network of sites.
 */
export async function startWordPress({
  network = false,
  plugins = [],
}: { network?: boolean; plugins?: readonly string[] } = {}): Promise<WordPress> {
  const folder = await makeTestFolder()
  const root = join(folder.path, 'wordpress')
  const [port = 0] = await findFreePorts(1)
  const url = `http://localhost:${port}`
  const database = await startMariaDb(join(folder.path, 'mariadb'))
  cpSync(packaged, root, { recursive: true, dereference: true, filter: (path) => existsSync(path) })
  const built =
    execFileSync('php', [join(client, 'bundle.php'), 'wordpress'], { encoding: 'utf8' }).split('\n')[0] ?? ''
  const content = join(root, 'wp-content')
  mkdirSync(join(content, 'mu-plugins'), { recursive: true })
  mkdirSync(join(content, 'plugins'), { recursive: true })
  symlinkSync(built, join(content, 'plugins', 'bollard'))
  for (const path of plugins) cpSync(path, join(content, 'plugins', basename(path)), { recursive: true })
  writeFileSync(join(content, 'mu-plugins', 'keep-mails.php'), keepMails)

  let constants: Readonly<Record<string, string | boolean>> = {}
  let networkConstants: Readonly<Record<string, string | boolean>> = {}
  const configure = () =>
    writeFileSync(join(root, 'wp-config.php'), configOf(database.socket, { ...networkConstants, ...constants }))
  const php = async (code: string) => {
    const program = `$_SERVER['HTTP_HOST'] = 'localhost:${port}'; require '${root}/wp-load.php'; ${code}`
    const { stdout } = await promisify(execFile)('php', ['-d', 'display_errors=stderr', '-r', program])
    return stdout
  }
  configure()
  await install(root, port)
  if (network) {
    await php(
      `require ABSPATH . 'wp-admin/includes/upgrade.php'; define('WP_ALLOW_MULTISITE', true); foreach ($wpdb->tables('ms_global') as $table => $name) { $wpdb->$table = $name; } install_network(); populate_network(1, 'localhost:${port}', 'owner@example.org', 'Network', '/', false);`,
    )
    networkConstants = {
      MULTISITE: true,
      SUBDOMAIN_INSTALL: false,
      DOMAIN_CURRENT_SITE: `localhost:${port}`,
      PATH_CURRENT_SITE: '/',
    }
    configure()
  }
  await php(
    network
      ? `require ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin('bollard/bollard.php', '', true); update_site_option('registration', 'all');`
      : `require ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin('bollard/bollard.php'); update_option('users_can_register', 1); update_option('comment_moderation', 0); update_option('comment_previously_approved', 0);`,
  )
  const server = spawn(
    'php',
    [
      '-d',
      'display_errors=stderr',
      '-d',
      'opcache.enable=0',
      '-S',
      `localhost:${port}`,
      '-t',
      root,
      join(import.meta.dirname, 'router.php'),
    ],
    {
      // Each request gets a process, since a page asks for several things at a time.
      env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  )
  const said: string[] = []
  server.stderr.on('data', (text: Buffer) => said.push(String(text)))
  for (const deadline = Date.now() + 30_000; !(await answers(`${url}/wp-login.php`)); await sleep(100))
    if (Date.now() > deadline) throw new Error(`WordPress does not answer:\n${said.join('')}`)
  return {
    url,
    php,
    define(given) {
      constants = given
      configure()
    },
    async stop() {
      await end(server, -(server.pid ?? 0))
      await database.stop()
      await folder.remove()
      const faults = said
        .join('')
        .split('\n')
        .filter((line) => /PHP (?:Fatal|Warning|Notice|Deprecated).*plugins\/bollard|build\/bollard/u.test(line))
      if (faults.length > 0) throw new Error(`The plugin complained:\n${faults.join('\n')}`)
    },
  }
}

async function startMariaDb(folder: string): Promise<{ socket: string; stop(): Promise<void> }> {
  mkdirSync(folder)
  const socket = join(folder, 'socket')
  const common = ['--no-defaults', `--user=${userInfo().username}`, `--datadir=${join(folder, 'data')}`]
  const made = ['--auth-root-authentication-method=normal', '--skip-test-db']
  await promisify(execFile)('mariadb-install-db', [...common, ...made])
  const own = [`--socket=${socket}`, '--skip-networking', `--pid-file=${join(folder, 'pid')}`]
  const light = ['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=32M']
  const server = spawn('mariadbd', [...common, ...own, ...light], { stdio: 'ignore' })
  for (const deadline = Date.now() + 30_000; !existsSync(socket); await sleep(100))
    if (Date.now() > deadline || server.exitCode !== null) throw new Error('MariaDB did not start')
  execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-u', 'root', '-e', 'create database wordpress'])
  return { socket, stop: () => end(server, server.pid ?? 0) }
}

async function install(root: string, port: number): Promise<void> {
  const program = `define('WP_INSTALLING', true); define('WP_SITEURL', 'http://localhost:${port}'); $_SERVER['HTTP_HOST'] = 'localhost:${port}'; require '${root}/wp-load.php'; require ABSPATH . 'wp-admin/includes/upgrade.php'; wp_install('Bollard test', '${admin.name}', 'owner@example.org', true, '', '${admin.password}'); switch_theme('twentytwentyone');`
  await promisify(execFile)('php', ['-d', 'display_errors=stderr', '-r', program])
}

function configOf(socket: string, constants: Readonly<Record<string, string | boolean>>): string {
  const defined = Object.entries({
    DB_NAME: 'wordpress',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    AUTH_KEY: 'for tests alone',
    WP_HTTP_BLOCK_EXTERNAL: true,
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    WP_DEBUG: true,
    WP_DEBUG_DISPLAY: false,
    WP_ENVIRONMENT_TYPE: 'local',
    ...constants,
  }).map(
    ([name, value]) => `defined('${name}') || define('${name}', ${typeof value === 'string' ? `'${value}'` : value});`,
  )
  return `<?php\n${defined.join('\n')}\n$table_prefix = 'wp_';\ndefined('ABSPATH') || define('ABSPATH', __DIR__ . '/');\nrequire_once ABSPATH . 'wp-settings.php';\n`
}

const keepMails = `<?php
// Tests comment faster than people.
add_filter('wp_is_comment_flood', '__return_false', 99);
add_filter('pre_wp_mail', function ($sent, $mail) {
    update_option('sent_mails', array_merge((array) get_option('sent_mails', []), [$mail['to'] . ': ' . $mail['subject']]));
    return true;
}, 10, 2);
`

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  )
}

async function end(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(pid, 'SIGTERM')
  await ended
}

/** A name that nobody has yet. */
export const freshName = () => `visitor${randomBytes(4).toString('hex')}`
