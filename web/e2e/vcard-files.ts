const card = (name: string, ...lines: readonly string[]): string => {
  const [first = '', ...last] = name.split(' ');
  return ['BEGIN:VCARD', 'VERSION:3.0', `N:${last.join(' ')};${first};;;`, ...lines, 'END:VCARD', ''].join('\r\n');
};

const home = (street: string, zipCode: string): string => `ADR;TYPE=HOME:;;${street};Austin;TX;${zipCode};USA`;

/** Cards of families in Austin: some are in the sample studio, one has a known name, one has none. */
export const austinFamilies = {
  name: 'austin-families.vcf',
  mimeType: 'text/vcard',
  buffer: Buffer.from(
    [
      card('Anika Sørensen', 'TEL:(512) 555-0151', home('2405 Harris Blvd', '78703')),
      card('Beatriz Camargo', 'TEL:(512) 555-0152', home('1712 Alameda Dr', '78704')),
      card('Cole Whitman', 'EMAIL:cole.w@example.com', home('5009 Bull Creek Rd', '78731')),
      card('Devi Raman', 'TEL:(512) 555-0153', home('3300 Duval St', '78705')),
      card('Emmett O’Leary', 'TEL:(512) 555-0154'),
      card('Farah Haddad', 'TEL:(512) 555-0155', home('6812 Vine St', '78757')),
      card('Daniel Osei', 'EMAIL:dosei@example.com', home('7004 Edgefield Dr', '78731')),
      card('', 'TEL:(512) 555-0156'),
      card('Kai Brandt', home('2901 Kinney Oaks Ct', '78704')),
      card('Ruby Salazar', 'TEL:+1 512-555-0132', home('10621 Beckett Rd', '78759')),
      card('Lily Tran', 'TEL:(737) 555-0188', home('2215 Post Rd', '78704')),
      card('Gia Moretti', 'TEL:(512) 555-0157', home('4400 Avenue B', '78751')),
      card('Henrik Featherstonehaugh-Oyelaran', 'TEL:(512) 555-0158', home('11410 Jollyville Rd', '78759')),
    ].join(''),
  ),
};
