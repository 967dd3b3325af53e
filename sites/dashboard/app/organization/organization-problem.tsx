import { ProblemAlert, type ProblemAlertProps } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** Why something of an organization was not done, with the words that organizations have for a code. */
export function OrganizationProblem({ words, ...rest }: ProblemAlertProps) {
  const { t } = useTranslation()
  return <ProblemAlert {...rest} words={{ ...t(($) => $.organizations.problems, { returnObjects: true }), ...words }} />
}
