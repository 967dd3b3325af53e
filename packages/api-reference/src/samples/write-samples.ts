import { javascript, literal, php, python, ruby } from './literal.ts'
import type { HeaderValue, Reading, SampleRequest } from './request.ts'

/** The languages of the samples, in the order of their tabs, with the name of the highlighter's grammar. */
export const sampleLanguages = [
  { id: 'curl', title: 'curl', grammar: 'bash' },
  { id: 'javascript', title: 'JavaScript', grammar: 'javascript' },
  { id: 'python', title: 'Python', grammar: 'python' },
  { id: 'php', title: 'PHP', grammar: 'php' },
  { id: 'ruby', title: 'Ruby', grammar: 'ruby' },
  { id: 'go', title: 'Go', grammar: 'go' },
  { id: 'java', title: 'Java', grammar: 'java' },
] as const
export type SampleLanguage = (typeof sampleLanguages)[number]['id']

/** A complete program that makes the request and prints what came back; nothing but the language's own library is needed. */
export function writeSample(language: SampleLanguage, request: SampleRequest): string {
  return writers[language](request)
}

const writers: Readonly<Record<SampleLanguage, (request: SampleRequest) => string>> = {
  curl: writeCurl,
  javascript: writeJavascript,
  python: writePython,
  php: writePhp,
  ruby: writeRuby,
  go: writeGo,
  java: writeJava,
}

/** Lines, without those that are not needed. */
const lines = (...all: (string | readonly string[] | null)[]): string =>
  `${all
    .flat()
    .filter((line) => line !== null)
    .join('\n')}\n`

const json = (value: unknown) => JSON.stringify(value)

function writeCurl({ method, url, headers, body, reading, file }: SampleRequest): string {
  const shell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const header = ([name, { text, variable }]: readonly [string, HeaderValue]) =>
    variable === undefined ? shell(`${name}: ${text}`) : `"${name}: ${text}$${variable}"`
  const options = [
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    ...headers.map((one) => `--header ${header(one)}`),
    ...(body === undefined ? [] : [`--data ${shell(JSON.stringify(body, null, 2))}`]),
    ...(reading === 'file' ? [`--output ${file}`] : []),
    ...(reading === 'stream' ? ['--no-buffer'] : ['--max-time 5']),
    '--include',
  ]
  return `curl ${shell(url)} \\\n${options.map((option) => `  ${option}`).join(' \\\n')}\n`
}

function writeJavascript({ method, url, headers, body, reading, file }: SampleRequest): string {
  const value = ({ text, variable }: HeaderValue) =>
    variable === undefined ? javascript.text(text) : `\`${text}\${process.env.${variable}}\``
  const read: Readonly<Record<Reading, readonly string[]>> = {
    nothing: ['console.log(answer.status)'],
    text: ['console.log(answer.status, await answer.text())'],
    file: [`await writeFile('${file}', Buffer.from(await answer.arrayBuffer()))`, 'console.log(answer.status)'],
    stream: ['for await (const text of answer.body.pipeThrough(new TextDecoderStream())) process.stdout.write(text)'],
  }
  return lines(
    reading === 'file' ? ["import { writeFile } from 'node:fs/promises'", ''] : null,
    `const answer = await fetch(${javascript.text(url)}, {`,
    method === 'GET' ? null : `  method: '${method}',`,
    headers.length === 0
      ? null
      : `  headers: { ${headers.map(([name, held]) => javascript.key(name) + value(held)).join(', ')} },`,
    body === undefined ? null : `  body: JSON.stringify(${literal(body, javascript, 1)}),`,
    reading === 'stream' ? null : '  signal: AbortSignal.timeout(5_000),',
    '})',
    read[reading],
  )
}

function writePython({ method, url, headers, body, reading, file }: SampleRequest): string {
  const value = ({ text, variable }: HeaderValue) =>
    variable === undefined ? json(text) : `${json(text)} + os.environ["${variable}"]`
  const needsOs = headers.some(([, { variable }]) => variable !== undefined)
  const read: Readonly<Record<Reading, readonly string[]>> = {
    nothing: ['        print(answer.status)'],
    text: ['        print(answer.status, answer.read().decode())'],
    file: [`        open("${file}", "wb").write(answer.read())`, '        print(answer.status)'],
    stream: ['        for line in answer:', '            print(line.decode(), end="")'],
  }
  return lines(
    body === undefined ? null : 'import json',
    needsOs ? 'import os' : null,
    'import urllib.error',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${json(url)},`,
    `    method="${method}",`,
    headers.length === 0
      ? null
      : ['    headers={', ...headers.map(([name, held]) => `        ${json(name)}: ${value(held)},`), '    },'],
    body === undefined ? null : `    data=json.dumps(${literal(body, python, 1)}).encode(),`,
    ')',
    'try:',
    `    with urllib.request.urlopen(request${reading === 'stream' ? '' : ', timeout=5'}) as answer:`,
    read[reading],
    'except urllib.error.HTTPError as refusal:',
    '    print(refusal.code, refusal.read().decode())',
  )
}

function writePhp({ method, url, headers, body, reading, file }: SampleRequest): string {
  const header = ([name, { text, variable }]: readonly [string, HeaderValue]) =>
    php.text(`${name}: ${text}`) + (variable === undefined ? '' : ` . getenv('${variable}')`)
  const read: Readonly<Record<Reading, readonly string[]>> = {
    nothing: [`file_get_contents($url, false, $context);`, 'echo $http_response_header[0], "\\n";'],
    text: [
      '$answer = file_get_contents($url, false, $context);',
      'echo $http_response_header[0], "\\n", $answer, "\\n";',
    ],
    file: [`copy($url, '${file}', $context);`],
    stream: [
      "$stream = fopen($url, 'r', false, $context);",
      'while (($line = fgets($stream)) !== false) {',
      '    echo $line;',
      '}',
    ],
  }
  return lines(
    '<?php',
    '',
    `$url = ${php.text(url)};`,
    '$context = stream_context_create([',
    "    'http' => [",
    `        'method' => '${method}',`,
    headers.length === 0
      ? null
      : ["        'header' => [", ...headers.map((one) => `            ${header(one)},`), '        ],'],
    body === undefined ? null : `        'content' => json_encode(${literal(body, php, 2)}),`,
    reading === 'stream' ? null : "        'timeout' => 5,",
    "        'ignore_errors' => true,",
    '    ],',
    ']);',
    read[reading],
  )
}

function writeRuby({ method, url, headers, body, reading, file }: SampleRequest): string {
  const kind = method.charAt(0) + method.slice(1).toLowerCase()
  const value = ({ text, variable }: HeaderValue) =>
    variable === undefined ? ruby.text(text) : `"${text}#{ENV.fetch('${variable}')}"`
  const read: Readonly<Record<Reading, readonly string[]>> = {
    nothing: ['  puts http.request(request).code'],
    text: ['  answer = http.request(request)', '  puts answer.code, answer.body'],
    file: ['  answer = http.request(request)', `  File.binwrite('${file}', answer.body)`, '  puts answer.code'],
    stream: ['  http.request(request) { |answer| answer.read_body { |part| print part } }'],
  }
  return lines(
    body === undefined ? null : "require 'json'",
    "require 'net/http'",
    '',
    `uri = URI(${ruby.text(url)})`,
    `request = Net::HTTP::${kind}.new(uri)`,
    headers.map(([name, held]) => `request[${ruby.text(name)}] = ${value(held)}`),
    body === undefined ? null : `request.body = JSON.generate(${literal(body, ruby)})`,
    `Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https'${reading === 'stream' ? '' : ', read_timeout: 5'}) do |http|`,
    read[reading],
    'end',
  )
}

function writeGo({ method, url, headers, body, reading, file }: SampleRequest): string {
  const value = ({ text, variable }: HeaderValue) =>
    variable === undefined ? json(text) : `${json(text)}+os.Getenv("${variable}")`
  const text = body === undefined ? null : JSON.stringify(body, null, 2)
  const source = text === null ? 'nil' : `strings.NewReader(${text.includes('`') ? json(text) : `\`${text}\``})`
  const needsOs = reading !== 'nothing' || headers.some(([, { variable }]) => variable !== undefined)
  const imports = [
    'fmt',
    ...(reading === 'nothing' ? [] : ['io']),
    'net/http',
    ...(needsOs ? ['os'] : []),
    ...(text === null ? [] : ['strings']),
    ...(reading === 'stream' ? [] : ['time']),
  ]
  const read: Readonly<Record<Reading, readonly string[]>> = {
    nothing: [],
    text: ['io.Copy(os.Stdout, answer.Body)'],
    file: [
      `file, err := os.Create("${file}")`,
      'if err != nil {',
      '\tpanic(err)',
      '}',
      'defer file.Close()',
      'io.Copy(file, answer.Body)',
    ],
    stream: ['io.Copy(os.Stdout, answer.Body)'],
  }
  return lines(
    'package main',
    '',
    'import (',
    imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest("${method}", ${json(url)}, ${source})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    headers.map(([name, held]) => `\trequest.Header.Set(${json(name)}, ${value(held)})`),
    `\tclient := http.Client{${reading === 'stream' ? '' : 'Timeout: 5 * time.Second'}}`,
    '\tanswer, err := client.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer answer.Body.Close()',
    '\tfmt.Println(answer.Status)',
    read[reading].map((line) => `\t${line}`),
    '}',
  )
}

function writeJava({ method, url, headers, body, reading, file }: SampleRequest): string {
  const value = ({ text, variable }: HeaderValue) =>
    variable === undefined ? json(text) : `${json(text)} + System.getenv("${variable}")`
  const block = (text: string) =>
    `"""\n${text
      .replaceAll('\\', '\\\\')
      .replaceAll('"""', String.raw`\"""`)
      .split('\n')
      .map((line) => `                    ${line}`)
      .join('\n')}"""`
  const publisher =
    body === undefined ? 'BodyPublishers.noBody()' : `BodyPublishers.ofString(${block(JSON.stringify(body, null, 2))})`
  const read: Readonly<Record<Reading, readonly string[]>> = {
    nothing: [
      'var answer = client.send(request, BodyHandlers.discarding());',
      'System.out.println(answer.statusCode());',
    ],
    text: [
      'var answer = client.send(request, BodyHandlers.ofString());',
      'System.out.println(answer.statusCode() + " " + answer.body());',
    ],
    file: [
      `var answer = client.send(request, BodyHandlers.ofFile(Path.of("${file}")));`,
      'System.out.println(answer.statusCode());',
    ],
    stream: [
      'var answer = client.send(request, BodyHandlers.ofLines());',
      'answer.body().forEach(System.out::println);',
    ],
  }
  return lines(
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpRequest.BodyPublishers;',
    'import java.net.http.HttpResponse.BodyHandlers;',
    reading === 'file' ? 'import java.nio.file.Path;' : null,
    reading === 'stream' ? null : 'import java.time.Duration;',
    '',
    'public class Main {',
    '    public static void main(String[] args) throws Exception {',
    `        var request = HttpRequest.newBuilder(URI.create(${json(url)}))`,
    reading === 'stream' ? null : '            .timeout(Duration.ofSeconds(5))',
    headers.map(([name, held]) => `            .header(${json(name)}, ${value(held)})`),
    `            .method("${method}", ${publisher})`,
    '            .build();',
    '        var client = HttpClient.newHttpClient();',
    read[reading].map((line) => `        ${line}`),
    '    }',
    '}',
  )
}
