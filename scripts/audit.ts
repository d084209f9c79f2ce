import { spawnSync } from 'node:child_process';
import { list } from './operator-command.ts';

// npm run audit: asks the package registry about known vulnerabilities in the dependencies. Exit code 0: there are
// none; 1: there are some; 2: the registry gave no answer.

interface Report {
  vulnerabilities?: Record<
    string,
    { severity: string; via: (string | { title: string; url: string })[]; fixAvailable: unknown }
  >;
  message?: string;
  statusCode?: number;
}

const SEVERITIES = new Map<string, string>([
  ['info', 'aviso'],
  ['low', 'leve'],
  ['moderate', 'moderada'],
  ['high', 'grave'],
  ['critical', 'crítica'],
]);

const report = ask();
if (!report.vulnerabilities) {
  const reason =
    report.statusCode === undefined ? (report.message ?? 'no hubo respuesta') : `respondió ${report.statusCode}`;
  console.error(
    `El registro de paquetes no ofrece la revisión de dependencias (${reason}). ` +
      'No se revisó nada: repetilo con conexión a internet.',
  );
  process.exitCode = 2;
} else {
  const found = Object.entries(report.vulnerabilities);
  for (const [name, { severity, via, fixAvailable }] of found) {
    const reasons = via.map((one) => (typeof one === 'string' ? `por ${one}` : `${one.title} (${one.url})`));
    const fix = fixAvailable ? 'Tiene arreglo.' : 'Todavía no tiene arreglo.';
    console.log(`${name}: ${SEVERITIES.get(severity) ?? severity}. ${list(reasons)}. ${fix}`);
  }
  console.log(
    found.length === 0
      ? 'Ninguna dependencia tiene fallas conocidas.'
      : `${found.length} ${found.length === 1 ? 'paquete tiene' : 'paquetes tienen'} fallas conocidas.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}

function ask(): Report {
  const { stdout, error } = spawnSync('npm', ['audit', '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  });
  if (error) return { message: error.message };
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    return {};
  }
}
