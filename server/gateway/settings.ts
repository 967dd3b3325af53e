import { z } from 'zod'

/** The one setting of a gateway; all else stands in its file. */
export const gatewaySettings = {
  GATEWAY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'With ROLE=gateway: YAML or JSON file with its hosts, upstreams, certificates and policies; check it with "npm start -- gateway check <file>"',
    ),
}

/** What is wrong between settings of a gateway. */
export function gatewayFaults({ ROLE, GATEWAY_FILE }: { ROLE: string; GATEWAY_FILE?: string | undefined }): string[] {
  return ROLE === 'gateway' && GATEWAY_FILE === undefined ? ['GATEWAY_FILE: required with ROLE=gateway'] : []
}
