// Old syntax on purpose: the Node that this file refuses must be able to parse it.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    'Node 24 is needed and this is Node ' +
      process.versions.node +
      ': run this through npm (which uses the Node pinned in node_modules; npm 10 and older need `npm rebuild` once after' +
      ' `npm ci`), or install the version named in .nvmrc.\n',
  )
  process.exit(1)
}
