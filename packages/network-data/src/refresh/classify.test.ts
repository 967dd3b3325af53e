import { expect, test } from 'vitest'
import { classify } from './classify.ts'

test.for([
  [3320, 'Deutsche Telekom AG'],
  [3209, 'Vodafone GmbH'],
  [7922, 'Comcast Cable Communications, LLC'],
  [3215, 'Orange S.A.'],
  [3352, 'TELEFONICA DE ESPANA S.A.U.'],
  [3303, 'Swisscom (Schweiz) AG'],
  [8447, 'A1 Telekom Austria AG'],
  [12322, 'Free SAS'],
  [2856, 'British Telecommunications PLC'],
  [21928, 'T-Mobile USA, Inc.'],
  [55836, 'Reliance Jio Infocomm Limited'],
  [37611, 'AFRIHOST SP (PTY) LTD'],
  [39834, 'FIBERHOST S.A.'],
  [20367, 'CITY OF ST. CLOUD'],
  [41012, 'The Cloud Networks Limited'],
  [43297, 'VDS-Telecom LLC.'],
  [61577, 'AMAZONTEL TELECOMUNICACOES LTDA'],
  [16591, 'Google Fiber Inc.'],
  [22616, 'ZSCALER, INC.'],
  [198240, 'Piccolo Andrea trading as Digisat'],
  [262269, 'Caixa de Assistencia dos Servidores'],
  [1, 'Hostelworld Services Limited'],
  [1, 'The Observer'],
] as const)('people are at home at AS%i %s', ([asn, name]) => {
  expect(classify(asn, name)).toBe('access')
})

test.for([
  [16509, 'Amazon.com, Inc.'],
  [396982, 'Google LLC'],
  [8075, 'Microsoft Corporation'],
  [24940, 'Hetzner Online GmbH'],
  [16276, 'OVH SAS'],
  [63949, 'Akamai Technologies, Inc.'],
  [31898, 'Oracle Corporation'],
  [45102, 'Alibaba (US) Technology Co., Ltd.'],
  [28753, 'Leaseweb Deutschland GmbH'],
  [36351, 'IBM Cloud'],
  [33070, 'Rackspace Hosting'],
  [29802, 'HIVELOCITY, Inc.'],
  [202053, 'UpCloud Ltd'],
  [44066, 'firstcolo GmbH'],
  [9287, 'True Internet Data Center Company Limited'],
  [52925, 'Ascenty Data Centers e Telecomunicacoes S/A'],
  [59711, 'HZ Hosting Ltd'],
  [62468, 'VpsQuan L.L.C.'],
] as const)('servers are at home at AS%i %s', ([asn, name]) => {
  expect(classify(asn, name)).toBe('hosting')
})

test.for([
  [13335, 'Cloudflare, Inc.'],
  [54113, 'Fastly, Inc.'],
  [36183, 'Akamai Technologies, Inc.'],
  [15169, 'Google LLC'],
] as const)('people and servers share AS%i %s', ([asn, name]) => {
  expect(classify(asn, name)).toBe('unknown')
})

test('a VPN service that gives its network its name is one', () => {
  expect(classify(216025, 'Mullvad VPN AB')).toBe('vpn')
})

test('a reviewed number that changed hands is judged by its new name', () => {
  expect(classify(63949, 'Example Telecom')).toBe('access')
})
