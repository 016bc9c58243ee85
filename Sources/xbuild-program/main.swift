import xbuild

await Program.main()
