import type { ProtectionSettings } from '@bollard/contracts'

/** What a new site begins with: everything in dry run, nobody is stopped. */
export const usualSettings: Omit<ProtectionSettings, 'version'> = {
  trustedProxies: [],
  controlPercent: 1,
  programsMode: 'DRY_RUN',
  programs: {
    SEARCH: 'ALLOW',
    AI_SEARCH: 'ALLOW',
    AI_USER: 'ALLOW',
    AI_TRAINING: 'CHALLENGE',
    FEED_READER: 'ALLOW',
    PREVIEW: 'ALLOW',
    MONITOR: 'ALLOW',
    ARCHIVE: 'ALLOW',
    SEO: 'CHALLENGE',
    SECURITY: 'CHALLENGE',
    OTHER: 'CHALLENGE',
  },
  spoofed: 'CHALLENGE',
  decisionDays: 30,
  sampledPercent: 10,
}
