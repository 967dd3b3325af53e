import type { Targets } from '../check.ts'
import { expiryWarning } from '../connection/certificate.ts'
import { openSecure } from '../connection/connect.ts'
import { findHost } from '../connection/find-host.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { type Finding, finding } from '../finding.ts'

/** Makes a TLS handshake, says nothing, and judges the certificate as browsers do. Each fault of it has a code of its own. */
export async function checkCertificate(run: ProbeRun, target: Targets['CERTIFICATE']): Promise<Finding> {
  const { host, port, serverName, warningDays } = target
  const { socket, certificate } = await openSecure(run, await findHost(run, host), port, { serverName })
  const { expiresAt, fault } = certificate
  const { remoteAddress: address } = socket
  return finding({
    facts: {
      ...(address === undefined ? {} : { address }),
      ...(expiresAt === null ? {} : { certificateExpiresAt: expiresAt }),
    },
    fault,
    warning: expiryWarning(expiresAt, warningDays, run.at),
  })
}
