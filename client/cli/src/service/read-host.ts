import { Fault } from '../fault.ts'

/**
 * Address of an installation, such as `https://captcha.example.org`, without a slash at its end. Secrets go there, so nothing but
 * https is taken, save on this machine.
 */
export function readHost(text: string | undefined): string {
  const given = text?.trim() ?? ''
  if (given === '')
    throw new Fault('usage', 'host-missing', 'No installation is named.', {
      advice: 'Name it with --host https://captcha.example.org, or in BOLLARD_HOST.',
    })
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || url.username + url.password + url.search + url.hash !== '' || !/^https?:$/u.test(url.protocol))
    throw invalid(
      'host-invalid',
      'It must be an address such as https://captcha.example.org, without user name, query or fragment.',
    )
  // It is written into pages and programs.
  if (!/^[\w.~%/-]*$/u.test(url.pathname))
    throw invalid('host-invalid', 'Its path may have letters, digits and . ~ % / - _ only.')
  if (url.protocol === 'http:' && !staysHere(url.hostname))
    throw invalid('host-not-https', 'It must begin with https://, or keys and passwords could be read on their way.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/u, '')
}

function invalid(code: string, message: string): Fault {
  return new Fault('usage', code, message, { fields: [{ pointer: '--host', code }] })
}

/** Names and addresses of this machine, to which nobody listens in between. */
function staysHere(hostname: string): boolean {
  return ['localhost', '[::1]'].includes(hostname) || /^127\.\d+\.\d+\.\d+$/u.test(hostname)
}
