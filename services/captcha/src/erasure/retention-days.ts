import { siteSettingsSchema } from '@bollard/contracts'

/** Days for which a site `s` of `captcha.sites` keeps its log, in SQL. */
export const retentionDays = `coalesce((s.settings ->> 'retentionDays')::int, ${siteSettingsSchema.parse({}).retentionDays})`
