// Plain JavaScript for any Node on the PATH: reports the required version before newer syntax is parsed.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Rondo needs Node 24.7 or newer; this is Node ${process.versions.node}. ` +
      'Run it through npm after "npm install", which brings its own Node on most machines, or install Node 24.',
  );
  process.exit(1);
}
