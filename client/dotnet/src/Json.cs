using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Bollard
{
    /// <summary>As much JSON (RFC 8259) as an answer needs: objects as dictionaries, numbers as doubles. .NET Standard 2.0 has none.</summary>
    internal sealed class Json
    {
        private const int DepthMax = 32;

        private readonly string text;
        private int at;

        private Json(string text)
        {
            this.text = text;
        }

        /// <summary>An object of texts; names whose value is null or empty are left out.</summary>
        internal static string Object(params (string Name, string Value)[] fields)
        {
            var written = new StringBuilder("{");
            foreach (var field in fields)
            {
                if (string.IsNullOrEmpty(field.Value)) continue;
                if (written.Length > 1) written.Append(',');
                Quote(field.Name, written);
                written.Append(':');
                Quote(field.Value, written);
            }
            return written.Append('}').ToString();
        }

        /// <summary>What a text says; null also for a text that is no JSON.</summary>
        internal static object Parse(string text)
        {
            var reader = new Json(text);
            try
            {
                var value = reader.Value(0);
                reader.Space();
                return reader.at == text.Length ? value : null;
            }
            catch (Exception error) when (error is FormatException || error is ArgumentException || error is IndexOutOfRangeException)
            {
                return null;
            }
        }

        private static void Quote(string value, StringBuilder written)
        {
            written.Append('"');
            foreach (var c in value)
            {
                if (c == '"' || c == '\\' || c < ' ' || c > '~') written.Append("\\u").Append(((int)c).ToString("x4"));
                else written.Append(c);
            }
            written.Append('"');
        }

        private object Value(int depth)
        {
            if (depth > DepthMax) throw new FormatException();
            Space();
            switch (text[at])
            {
                case '{': return Map(depth);
                case '[': return List(depth);
                case '"': return String();
                case 't': return Word("true", true);
                case 'f': return Word("false", false);
                case 'n': return Word("null", null);
                default: return Number();
            }
        }

        private Dictionary<string, object> Map(int depth)
        {
            var map = new Dictionary<string, object>();
            at++;
            if (Next('}')) return map;
            do
            {
                Space();
                var name = String();
                Expect(':');
                map[name] = Value(depth + 1);
            }
            while (Next(','));
            Expect('}');
            return map;
        }

        private List<object> List(int depth)
        {
            var list = new List<object>();
            at++;
            if (Next(']')) return list;
            do list.Add(Value(depth + 1));
            while (Next(','));
            Expect(']');
            return list;
        }

        private string String()
        {
            Expect('"');
            var read = new StringBuilder();
            for (var c = text[at++]; c != '"'; c = text[at++])
            {
                if (c < ' ') throw new FormatException();
                read.Append(c == '\\' ? Escaped() : c);
            }
            return read.ToString();
        }

        private char Escaped()
        {
            var c = text[at++];
            switch (c)
            {
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                case 'u':
                    at += 4;
                    return (char)ushort.Parse(text.Substring(at - 4, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
                case '"':
                case '\\':
                case '/':
                    return c;
                default:
                    throw new FormatException();
            }
        }

        private object Number()
        {
            var from = at;
            while (at < text.Length && "+-.0123456789eE".IndexOf(text[at]) >= 0) at++;
            return double.Parse(text.Substring(from, at - from), NumberStyles.Float, CultureInfo.InvariantCulture);
        }

        private object Word(string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw new FormatException();
            at += word.Length;
            return value;
        }

        private bool Next(char wanted)
        {
            Space();
            if (at >= text.Length || text[at] != wanted) return false;
            at++;
            return true;
        }

        private void Expect(char wanted)
        {
            if (!Next(wanted)) throw new FormatException();
        }

        private void Space()
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
        }
    }
}
