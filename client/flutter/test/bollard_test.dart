import 'dart:convert';
import 'dart:io';

import 'package:bollard/src/app_message.dart';
import 'package:bollard/src/app_page.dart';
import 'package:bollard/src/pending_tokens.dart';
import 'package:flutter_test/flutter_test.dart';

void main() {
  final table = jsonDecode(File('test/app-messages.json').readAsStringSync()) as Map<String, dynamic>;
  for (final one in table['cases'] as List<dynamic>) {
    test(one['says'] as String, () {
      final message = AppMessage.read(one['data'] as String, table['channel'] as String);
      final expected = one['expect'] as Map<String, dynamic>?;
      expect(message?.type, expected?['type']);
      if (expected == null) return;
      expect(message?.token, expected['token'] ?? '');
      expect(message?.code, expected['code'] ?? '');
      expect(message?.height, expected['height'] ?? 0);
    });
  }

  test('nothing an app gives leaves its attribute', () {
    final page = pageOf('<p a="{{action}}">{{channel}}', {'action': '"><script>{{channel}}', 'channel': 'c'});
    expect(page, '<p a="&#34;&#62;&#60;script&#62;{{channel}}">c');
  });

  test('only origins are taken', () {
    for (final bad in ['', 'http://captcha.example.org', 'https://a@b.example', 'https://a.example/x', 'https://a.example\n']) {
      expect(isOrigin(bad), isFalse, reason: bad);
    }
    expect(isOrigin('https://captcha.example.org'), isTrue);
  });

  test('calls at a time share a token, and a failure is told once', () async {
    final ran = <String>[];
    final tokens = PendingTokens(ran.add);
    final both = Future.wait([tokens.ask(), tokens.ask()]);
    expect(ran, isEmpty);
    tokens.hear(const AppMessage('ready'));
    tokens.hear(const AppMessage('executed', token: 'one'));
    expect(await both, ['one', 'one']);
    expect(ran, ['bollard.execute()']);
    final refused = expectLater(tokens.ask(), throwsA(isA<CaptchaException>()));
    tokens.hear(const AppMessage('rejected', code: 'refused'));
    tokens.end('removed');
    await refused;
  });
}
