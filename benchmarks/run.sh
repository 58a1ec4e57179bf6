#!/bin/sh
# Builds what is missing, then measures all rows or those that are named. Flags: --help.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

"$root/mvnw" -q -f "$root/pom.xml" -DskipTests package -pl benchmarks -am
exec "$java" -Xmx1g -XX:+UseSerialGC -jar "$here/target/benchmarks.jar" --report "$here/target/report" "$@"
